import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ConnectionCheck } from '../../base/contracts.ts'
import { draw, sampleChannel } from '../../testing/draw.rig.tsx'
import { anyConnection } from '../../testing/samples.ts'
import { StateWords } from './StateWords.tsx'

afterEach(cleanup)
const type = { info: sampleChannel(), namespace: 'plugin.sample', title: 'Exemplo', description: null }
const nothing = (): void => undefined

async function said(
  change: Parameters<typeof anyConnection>[0],
  { found, mayManage = true }: { found?: ConnectionCheck; mayManage?: boolean } = {},
) {
  const act = mayManage ? nothing : undefined
  const screen = await draw(
    <StateWords
      connection={anyConnection(change)}
      type={type}
      busy={false}
      found={found}
      onTryAgain={act}
      onEdit={act}
    />,
  )
  return [screen.queryByRole('status')?.textContent, screen.queryAllByRole('button').map((one) => one.textContent)]
}

describe('what the card of a stopped connection says without words of its plugin', () => {
  it('says nothing of a connection that works or was switched off', async () => {
    expect(await said({})).toEqual([undefined, []])
    expect(await said({ status: 'disconnected', isActive: false })).toEqual([undefined, []])
  })

  it('says what the test found, and opens the settings', async () => {
    const [words, buttons] = await said(
      { status: 'disconnected', statusDetail: 'Unauthorized' },
      { found: { ok: false, step: 'token', code: '401', message: 'Unauthorized' } },
    )
    expect(words).toBe(
      'O teste de conexão falhouO provedor respondeu: 401 · UnauthorizedTentar de novoEditar configurações',
    )
    expect(buttons).toEqual(['Tentar de novo', 'Editar configurações'])
  })

  it('quotes the provider as what it is while no test has found anything', async () => {
    const [words] = await said({ status: 'disconnected', statusCode: '502', statusDetail: 'Bad Gateway' })
    expect(words).toContain('O provedor respondeu: 502 · Bad Gateway')
  })

  it('says without a test what can be done, and to whoever may not do it whom to tell', async () => {
    expect(await said({ status: 'disconnected' })).toEqual([
      'Este canal parou de funcionarTeste a conexão para ver o que falta, corrija em Editar ou tente de novo.' +
        'Tentar de novo',
      ['Tentar de novo'],
    ])
    cleanup()
    expect(await said({ status: 'conflict' }, { mayManage: false })).toEqual([
      'As mensagens deste canal vão para outro lugarAvise quem administra os canais.',
      [],
    ])
  })
})
