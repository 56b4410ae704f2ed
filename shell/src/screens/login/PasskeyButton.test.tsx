import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import AskIdentity from '../../app/identity/AskIdentity.tsx'
import { session } from '../../base/session/services.ts'
import { draw } from '../../testing/draw.rig.tsx'
import { anyLogin } from '../../testing/samples.ts'
import { PasskeyButton } from './PasskeyButton.tsx'

/** The server's answer to a request for a challenge. */
let answer: () => Response
/** The browser's reaction to a request for a passkey, after some milliseconds on the clock of the page. */
let browser: { readonly after: number; readonly name: string }
let now = 0

const options = { challenge: 'bm9uY2U', rpId: 'localhost', timeout: 60_000, allowCredentials: [] }
const challenge = { options, challengeKey: 'k' }

beforeEach(() => {
  now = 1_000
  answer = () => Response.json(challenge)
  browser = { after: 5_000, name: 'NotAllowedError' }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  vi.stubGlobal('fetch', async () => answer())
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const get = async (): Promise<never> => {
    now += browser.after
    throw Object.assign(new Error('in the browser’s own words'), { name: browser.name })
  }
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
})
afterEach(() => {
  cleanup()
  session.end()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
})

/** Announced text after a try to sign in by passkey. */
async function toldAtLogin(): Promise<string | null> {
  const { getByRole, findByRole } = await draw(<PasskeyButton account="ana@empresa.com" onSignedIn={() => undefined} />)
  fireEvent.click(getByRole('button', { name: 'Entrar com chave de acesso' }))
  return (await findByRole('alert')).textContent
}

describe('signing in by passkey', () => {
  it.each([
    ['S8-115', 'nobody answers in time', 59_500, 'NotAllowedError', /^O tempo acabou antes de a chave responder\./],
    ['S8-116', 'it is cancelled', 5_000, 'NotAllowedError', /^Você cancelou\./],
    ['S8-117', 'the device gives no access', 10, 'NotAllowedError', /^O navegador ou o aparelho não deu acesso/],
    ['S8-118', 'it is aborted', 10, 'AbortError', /^O pedido foi interrompido\./],
    ['S8-119', 'the browser refuses for safety', 10, 'SecurityError', /^O navegador recusou por segurança:/],
  ] as const)('%s says so when %s', async (_statement, _when, after, name, told) => {
    browser = { after, name }
    expect(await toldAtLogin()).toMatch(told)
  })

  it('S8-112 S5-018 says so where the browser knows no passkeys, before anything is asked', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    answer = () => {
      throw new Error('nothing was to be asked')
    }
    expect(await toldAtLogin()).toBe('Este navegador não funciona com chaves de acesso. Atualize-o ou use outro.')
  })

  it('S8-113 S5-019 says so where the page is not safe, by itself or by what the server says', async () => {
    const told = 'Chaves de acesso precisam de um endereço https (ou localhost).'
    answer = () => Response.json({ error: 'ERR_PASSKEY_ORIGIN' }, { status: 409 })
    expect(await toldAtLogin()).toBe(told)
    cleanup()
    vi.stubGlobal('isSecureContext', false)
    expect(await toldAtLogin()).toBe(told)
  })

  it('S8-114 S8-121 says the same of an unknown key and an unknown account', async () => {
    answer = () => Response.json({ error: 'ERR_PASSKEY_REFUSED' }, { status: 422 })
    expect(await toldAtLogin()).toMatch(/^Esta chave de acesso não é reconhecida aqui\./)
  })
})

it('S8-122 somebody signed in who has no passkey is told so where they could confirm with one', async () => {
  answer = () => Response.json({ error: 'ERR_NO_PASSKEY_FOUND' }, { status: 404 })
  session.begin(anyLogin())
  const { findByRole } = await draw(<AskIdentity />)
  fireEvent.click(await findByRole('button', { name: 'Usar chave de acesso' }))
  expect((await findByRole('alert')).textContent).toBe('Esta conta ainda não tem chave de acesso ativa.')
})
