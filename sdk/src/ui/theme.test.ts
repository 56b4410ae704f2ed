import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Rgb = readonly [number, number, number]
const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g)].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }],
  ),
)

/** OKLCH to linear sRGB, by the matrices of the CSS Color 4 specification. */
function linear(oklch: string): Rgb {
  const [l = 0, c = 0, h = 0] = oklch.split(/\s+/).map(Number)
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const [L, M, S] = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((value) => value ** 3) as [number, number, number]
  return [
    4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S,
    -1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S,
    -0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S,
  ]
}
const luminance = (oklch: string): number => {
  const [r, g, b] = linear(oklch).map((channel) => Math.min(1, Math.max(0, channel))) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
const between = (front: string, back: string, scheme: 'light' | 'dark') =>
  contrast(tokens.get(front)![scheme], tokens.get(back)![scheme])

const grounds = ['canvas', 'surface', 'raised', 'hover', 'selected', 'note']
const text = [
  ...['ink', 'ink-muted'].flatMap((front) => grounds.map((back) => [front, back] as const)),
  ...['accent-text', 'success', 'warning', 'danger'].flatMap((front) =>
    ['canvas', 'surface', 'raised', 'hover'].map((back) => [front, back] as const),
  ),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['accent-text', 'accent-soft'],
  ['accent-text', 'selected'],
  ['danger-ink', 'danger'],
  ['danger-ink', 'danger-hover'],
  ['success', 'success-soft'],
  ['warning', 'warning-soft'],
  ['danger', 'danger-soft'],
  ['surface', 'ink'],
] as const

describe.for(['light', 'dark'] as const)('colours in %s', (scheme) => {
  test.for(text)('text in %s is readable on %s', ([front, back]) => {
    expect(between(front, back, scheme)).toBeGreaterThanOrEqual(4.5)
  })
  test.for([
    ['accent', 'surface'],
    ['accent', 'canvas'],
    ['line-strong', 'surface'],
    ['line-strong', 'canvas'],
  ] as const)('%s can be told from %s', ([front, back]) => {
    expect(between(front, back, scheme)).toBeGreaterThanOrEqual(3)
  })
  test('every colour exists on ordinary screens', () => {
    const outside = [...tokens]
      .filter(([, value]) =>
        linear(value[scheme].split('/')[0]!).some((channel) => channel < -0.002 || channel > 1.002),
      )
      .map(([name]) => name)
    expect(outside).toEqual([])
  })
})
