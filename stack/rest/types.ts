import { types } from 'pg';

type Parser = (text: string) => unknown;

// The catalog's own array types: introspection reads some before the database was asked for its arrays.
const catalogArrays: readonly (readonly [array: number, element: number])[] = [
  [1002, 18],
  [1003, 19],
  [1009, 25],
  [1012, 29],
  [1028, 26],
  [1005, 21],
  [1007, 23],
  [2206, 2202],
  [2210, 2205],
  [2211, 2206],
  [4090, 4089],
];

function integer(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** NaN and the infinities have no JSON number; PostgREST answers them as text too. */
function decimal(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** `2026-11-21 03:12:14.15+00` as `2026-11-21T03:12:14.15+00:00`, the way row_to_json prints it. */
export function timestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

const parsers = new Map<number, Parser>([
  [16, (text) => text === 't'],
  [20, integer],
  [21, Number],
  [23, Number],
  [26, Number],
  [700, decimal],
  [701, decimal],
  [1700, decimal],
  [114, (text): unknown => JSON.parse(text)],
  [3802, (text): unknown => JSON.parse(text)],
  [1114, (text) => text.replace(' ', 'T')],
  [1184, timestamp],
]);

const asText: Parser = (text) => text;
// pg-types' enumeration of types leaves the arrays out; 1009 is text[].
const builtInParser: (oid: number, format: 'text') => Parser = types.getTypeParser;
const splitTextArray = builtInParser(1009, 'text');

function mapNested(value: unknown, parse: Parser): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapNested(item, parse));
  return typeof value === 'string' ? parse(value) : value;
}

/**
 * How values come out of node-postgres: as JSON shows them in PostgREST, everything unknown as
 * Postgres prints it. Arrays, also those of a project's own types, are learned from the database.
 */
export class TypeParsers {
  readonly #elements = new Map<number, number>(catalogArrays);

  learnArrays(arrays: readonly { array: number; element: number }[]): void {
    for (const { array, element } of arrays) this.#elements.set(array, element);
  }

  getTypeParser = (oid: number): Parser => {
    const parser = parsers.get(oid);
    if (parser) return parser;
    const element = this.#elements.get(oid);
    if (element === undefined) return asText;
    const parse = parsers.get(element) ?? asText;
    return (text) => mapNested(splitTextArray(text), parse);
  };
}
