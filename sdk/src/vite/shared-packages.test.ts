import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { belongsToShell, exportsOf, isShared, type Parse } from './shared-packages.ts'

const parse = ((code, options) => parseAst(code, options)) as Parse

describe('packages that the shell gives', () => {
  test.for([
    ['react', 'useState'],
    ['react/jsx-runtime', 'jsx'],
    ['react-dom', 'createPortal'],
    ['@tanstack/react-query', 'useQuery'],
    ['@tanstack/react-router', 'useNavigate'],
    ['i18next', 'createInstance'],
    ['react-i18next', 'useTranslation'],
    ['@recado/sdk/ui', 'Button'],
  ] as const)('%s exports %s', async ([id, name]) => {
    expect(await exportsOf(id, parse)).toContain(name)
  })
  test('types of the kit are no exports of it', async () => {
    const names = await exportsOf('@recado/sdk/ui', parse)
    expect(names).toContain('definePanels')
    expect(names.filter((name) => /Props$|^SlotMap$|^Composer$|^Api$/.test(name))).toEqual([])
  })
  test('insides of shared packages are refused, their neighbours are not', () => {
    expect(
      ['react-dom/client', '@tanstack/query-core', '@tanstack/router-core/ssr', 'scheduler'].filter(
        (id) => !belongsToShell.test(id),
      ),
    ).toEqual([])
    expect(
      [
        'react',
        'react-dom',
        '@tanstack/react-query',
        '@tanstack/react-table',
        'scheduler-polyfill',
        './react-dom/client',
      ].filter((id) => belongsToShell.test(id)),
    ).toEqual([])
    expect(isShared('react/compiler-runtime')).toBe(false)
  })
})
