import { expect, test } from 'vitest';
import { splitStatements } from './statements.ts';

const sqlOf = (text: string) => splitStatements(text).map(({ sql }) => sql);

test('design §1: migrations are split at semicolons outside of quotes, comments and bodies', () => {
  expect(sqlOf("select ';', e'\\';', \";\"; select 2")).toEqual([
    "select ';', e'\\';', \";\"",
    'select 2',
  ]);
  expect(sqlOf('select $$a;b$$; select $x$ $$;$$ $x$;')).toEqual([
    'select $$a;b$$',
    'select $x$ $$;$$ $x$',
  ]);
  expect(sqlOf('-- a;b\nselect 1 -- ;\n; /* ; /* ; */ ; */ select 2;')).toEqual([
    '-- a;b\nselect 1 -- ;',
    '/* ; /* ; */ ; */ select 2',
  ]);
  expect(sqlOf('select a$1;select b')).toEqual(['select a$1', 'select b']);
});

test('design §1: the body of an SQL-standard function is one statement', () => {
  const body =
    'create function f() returns int begin atomic; select case when true then 1 end; select 2; end';
  expect(sqlOf(`${body}; begin; commit;`)).toEqual([body, 'begin', 'commit']);
});

test('design §1: comments alone are no statement, and statements know their line', () => {
  expect(splitStatements('\n\n-- nothing\n')).toEqual([]);
  const lines = splitStatements('select 1;\n\nselect\n2;\nselect 3').map(({ line }) => line);
  expect(lines).toEqual([1, 3, 5]);
});

test('design §1: an unfinished quote ends with the file', () => {
  expect(sqlOf('select $$ a; b')).toEqual(['select $$ a; b']);
  expect(sqlOf('select /* a; b')).toEqual(['select /* a; b']);
});
