import { describe, expect, it } from 'vitest'
import { shapeOf, apiReport } from '../../scripts/api/report.ts'
import { sdkSurface } from '../../scripts/api/surface.ts'
import { withScriptEndings } from '../../scripts/packages/emit.ts'
import { read } from '../docs/documents.ts'

const entries = sdkSurface()

describe('the public surface of the SDK', () => {
  it('is what the committed report says; npm run docs writes it anew, and what it removes or narrows breaks plugins', () => {
    expect(read('sdk/report.api.md')).toBe(apiReport(entries))
  })

  it('has every entry of the package', () => {
    const { exports } = JSON.parse(read('sdk/package.json')) as { exports: Record<string, string> }
    expect(entries.map(({ name }) => name)).toEqual(
      Object.keys(exports)
        .filter((name) => /\.tsx?$/.test(exports[name]!))
        .map((name) => name.replace('.', '@recado/sdk')),
    )
    for (const { name, exports: found } of entries) expect(found.size, name).toBeGreaterThan(0)
  })

  it('is documented: every export says what it is for', () => {
    const silent = entries.flatMap(({ name, exports }) =>
      [...exports]
        .filter(([, { doc }]) => !doc)
        .map(([exported]) => `${exported} of ${name} has no documentation comment`),
    )
    expect(silent).toEqual([])
  })

  it('links in its words to what is there', () => {
    const known = new Set(entries.flatMap(({ exports, hidden }) => [...exports.keys(), ...hidden.keys()]))
    const named = entries.flatMap(({ exports }) =>
      [...exports].flatMap(([name, { declarations, doc }]) =>
        declarations.flatMap(({ text }) =>
          [...`${text} ${doc}`.matchAll(/\{@link (\w+)/g)].map(([, target]) => ({ name, target: target! })),
        ),
      ),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ target }) => !known.has(target))).toEqual([])
  })

  it('is told without comments and without places of files', () => {
    expect(
      shapeOf({
        name: 'a',
        kind: 'const',
        doc: 'x',
        uses: new Set(),
        text: 'export declare const a: {\n    /** Words. */\n    b: import("./ids.js").Id;\n};',
      }),
    ).toBe('const a: {\n    b: Id;\n};')
    expect(
      withScriptEndings(
        `import { a } from './a.ts';\nexport * from "../b.tsx";\ntype C = import('./c.ts').C;\nimport 'x.ts';`,
      ),
    ).toBe(`import { a } from './a.js';\nexport * from "../b.js";\ntype C = import('./c.js').C;\nimport 'x.ts';`)
  })
})
