import fc from 'fast-check';

type JsonSchema = Record<string, unknown>;

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function schemaOf(value: unknown): JsonSchema {
  return Object(value);
}

/** Texts that programs trip over, beside ordinary ones. */
const texts = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    'null',
    '\u0000',
    '\ud800',
    '\u202e',
    '%',
    "'; drop table tasks; --",
    '../..',
    '\\',
    'x'.repeat(5000),
    '2026-02-30',
    '2026-11-21',
    '0000-01-01',
    'a@b.example',
  ),
);

const anything = fc.oneof(
  texts,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, -0, true, null, [], {}),
);

/** Values that fit the JSON schema, roughly: limits and patterns are left to chance. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = list(schema['enum']);
  if (choices.length > 0) return fc.constantFrom(...choices);
  const alternatives = list(schema['anyOf']).map((one) => fitting(schemaOf(one)));
  if (alternatives.length > 0) return fc.oneof(...alternatives);
  switch (schema['type']) {
    case 'string':
      return schema['format'] === 'date'
        ? fc
            .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
            .map((date) => date.toISOString().slice(0, 10))
        : texts;
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer(), fc.integer({ min: 1, max: 50 }), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schemaOf(schema['items'])), { maxLength: 5 });
    case 'object':
      return bodies(schema);
    default:
      return anything;
  }
}

/** Bodies by the schema: right ones, ones with wrong, missing and strange fields, and no objects. */
export function bodies(schema: JsonSchema): fc.Arbitrary<unknown> {
  const properties = Object.entries(schemaOf(schema['properties']));
  const right = fc.record(
    Object.fromEntries(properties.map(([name, one]) => [name, fitting(schemaOf(one))])),
    { requiredKeys: list(schema['required']).map(String) },
  );
  const spoilt = fc.record(
    Object.fromEntries(
      properties.map(([name, one]) => [name, fc.oneof(fitting(schemaOf(one)), anything)]),
    ),
    { requiredKeys: [] },
  );
  const strange = fc
    .tuple(right, fc.constantFrom('id', 'userId', '__proto__', 'constructor', ''), anything)
    .map(([body, name, value]) => ({ ...Object(body), [name]: value }));
  return fc.oneof(
    { weight: 4, arbitrary: right },
    { weight: 3, arbitrary: spoilt },
    { weight: 1, arbitrary: strange },
    { weight: 1, arbitrary: anything },
  );
}

/** What may stand where a path has a parameter; never a bare dot, which URLs swallow. */
export const pathParts = fc
  .oneof(
    fc.integer({ min: 1, max: 200 }).map(String),
    fc.uuid(),
    fc.constantFrom('0', '-1', '1.5', '9'.repeat(30), 'NaN', 'a/b', "1'", '1;--', 'Work', '%'),
    fc.string({ minLength: 1, maxLength: 20 }),
  )
  .filter((part) => !/^\.{1,2}$/.test(part));
