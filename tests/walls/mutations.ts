import fc from 'fast-check'

/** What nobody means to send, but somebody will. */
const hostile: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  'false',
  '\0',
  'a\0b',
  '\ud800',
  '\u202Egpj.exe',
  '%',
  '_',
  '\\',
  "' or 1=1 --",
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '{{constructor}}',
  "=cmd|'/C calc'!A0",
  'x'.repeat(100_000),
  '\u0301'.repeat(5_000),
  '2026-02-31T00:00:00.000Z',
  '0000-00-00T00:00:00Z',
  '9999999-01-01',
  'NaN',
  '1e999',
  '-0',
  [],
  [[]],
  [null],
  Array.from({ length: 2_000 }, () => 'x'),
  {},
  { toString: 'x' },
  { length: -1 },
  { $gt: '' },
  { constructor: { prototype: {} } },
  Array.from({ length: 30 }).reduce((inner) => [inner], 'deep'),
  '00000000-0000-0000-0000-000000000000',
  'not-an-id',
]

export interface Mutation {
  readonly what: string
  readonly value: unknown
}

type Path = readonly (string | number)[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) =>
      pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ]
}

function changed(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((inner: unknown, index) => (index === key ? changed(inner, rest, change) : inner))
  const object = value as Record<string, unknown>
  const result = changed(object[key], rest, change)
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, inner]) =>
      name !== key ? [[name, inner]] : result === undefined ? [] : [[name, result]],
    ),
  )
}

/** A good value changed in one place: replaced, left out, doubled, or given a key that nobody declared. */
export function mutationsOf(good: unknown): fc.Arbitrary<Mutation> {
  const paths = pathsOf(good)
  const at = fc.constantFrom(...paths)
  const inside = paths.filter((path) => path.length > 0)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(at, fc.constantFrom(...hostile)).map(([path, value]) => ({
        what: `${path.join('.') || 'all'} is ${shown(value)}`,
        value: changed(good, path, () => value),
      })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(at, fc.jsonValue({ maxDepth: 4 })).map(([path, value]) => ({
        what: `${path.join('.') || 'all'} is ${shown(value)}`,
        value: changed(good, path, () => value),
      })),
    },
    ...(inside.length === 0
      ? []
      : [
          {
            weight: 1,
            arbitrary: fc
              .constantFrom(...inside)
              .map((path) => ({ what: `${path.join('.')} is missing`, value: changed(good, path, () => undefined) })),
          },
        ]),
    {
      weight: 1,
      arbitrary: fc
        .tuple(at, fc.constantFrom('isMaster', 'tenantId', 'profile', 'constructor', 'toString', 'id'))
        .map(([path, key]) => ({
          what: `${path.join('.') || 'all'} has ${key}`,
          value: changed(good, path, (old) =>
            typeof old === 'object' && old !== null && !Array.isArray(old) ? { ...old, [key]: true } : [old, old],
          ),
        })),
    },
  )
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 60)

/** Words for a query string, the same way. */
export const hostileWords: readonly string[] = hostile.filter(
  (value): value is string => typeof value === 'string' && value.isWellFormed(),
)
