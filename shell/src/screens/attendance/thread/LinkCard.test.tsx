import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LinkPreview, Part } from '../../../base/contracts.ts'
import { keys } from '../../../base/query-keys.ts'
import { draw, sampleChannel } from '../../../testing/draw.rig.tsx'
import { anyMessage } from '../../../testing/samples.ts'
import { LinkCard } from './LinkCard.tsx'

const preview: LinkPreview = {
  url: 'https://loja.example/caderno',
  host: 'loja.example',
  finalHost: null,
  siteName: 'Banco do Brasil',
  title: 'Caderno azul',
  description: '96 folhas',
  picture: '/media/a/b/preview.webp?e=1&s=2',
}
const { capabilities } = sampleChannel()

/** What the browser would tell: that an element has come into sight. */
let inSight: (() => void)[]
beforeEach(() => {
  inSight = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: { isIntersecting: boolean }[]) => void
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.#tell = tell
      }
      observe(): void {
        inSight.push(() => this.#tell([{ isIntersecting: true }]))
      }
      disconnect(): void {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function card(
  answer: LinkPreview | null,
  { text = `Veja ${preview.url}`, isOn = true, channel = capabilities } = {},
) {
  const calls: string[] = []
  const parts: Part[] = [{ kind: 'text', text, format: 'plain' }]
  const drawn = await draw(<LinkCard message={anyMessage(1, 1, { parts })} capabilities={channel} />, {
    queries: [[keys.settings, { linkPreviews: isOn }]],
    fetch: async (input) => {
      const path = String(input)
      if (path.endsWith('/settings')) return Response.json([{ key: 'linkPreviews', value: isOn }])
      calls.push(path)
      return Response.json({ preview: answer })
    },
  })
  const see = () => act(async () => inSight.forEach((tell) => tell()))
  return { ...drawn, calls, see }
}

describe('the card of a link', () => {
  it('comes once the message is in sight, and leads where the message says, in a new tab', async () => {
    const { calls, see, findByRole, queryByRole } = await card(preview)
    expect([calls, queryByRole('link')]).toEqual([[], null])
    await see()
    const link = await findByRole('link', { name: /^Prévia do link: .*Caderno azul.*96 folhas.*loja\.example/ })
    expect(calls).toEqual([expect.stringMatching(new RegExp(`/messages/${anyMessage(1, 1).id}/link-preview$`))])
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      preview.url,
      '_blank',
      'noopener noreferrer nofollow',
    ])
  })

  it('shows the host of the address whatever the page calls itself, and the one behind a redirect', async () => {
    const { see, findByText, getByText } = await card({ ...preview, finalHost: 'outra.example' })
    await see()
    expect((await findByText('loja.example')).tagName).toBe('BDI')
    expect(getByText('outra.example').tagName).toBe('BDI')
    expect(getByText('leva a')).toBeTruthy()
  })

  it('does without a picture that cannot be had', async () => {
    const { container, see, findByRole } = await card(preview)
    await see()
    await findByRole('link')
    fireEvent.error(container.querySelector('img')!)
    await waitFor(() => expect(container.querySelector('img')).toBeNull())
  })

  it('is not there where the page says nothing', async () => {
    const { calls, see, container } = await card(null)
    await see()
    await waitFor(() => expect(calls.length).toBe(1))
    expect(container.textContent).toBe('')
  })

  it('asks nothing for a message without such a link, in a letter, or where the company wants none', async () => {
    const letters = { ...capabilities, letters: true }
    for (const options of [
      { text: 'Bom dia' },
      { text: 'https://loja.example/unsubscribe' },
      { channel: letters },
      { isOn: false },
    ]) {
      const { calls, see, container } = await card(preview, options)
      await see()
      expect([calls, container.textContent]).toEqual([[], ''])
      cleanup()
    }
  })
})
