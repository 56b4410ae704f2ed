import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { PluginInspection } from '../../../base/contracts.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { readableFingerprint } from './fingerprint.ts'
import { InspectionView } from './InspectionView.tsx'

afterEach(cleanup)

const inspection = (parts: Partial<PluginInspection> = {}): PluginInspection => ({
  id: 'i',
  expiresAt: '2026-11-21T12:00:00Z',
  manifest: {
    format: 1,
    id: 'line',
    version: '1.1.0',
    host: '^1.0.0',
    publisher: 'Vizinhos',
    title: { en: 'LINE' },
    description: {},
    tier: 'free',
    permissions: [{ name: 'line.use', title: {}, roles: ['admin'] }],
    egress: ['api.line.me', '*'],
    acting: ['messages'],
    uses: ['segments.read'],
    attributes: [{ name: 'score', owner: 'contact', type: 'number', label: { 'pt-BR': 'Pontuação' } }],
    channels: [{ type: 'line', title: { 'pt-BR': 'Canal LINE' } }],
    pages: [],
    listens: ['ticket.closed.v1'],
  },
  size: { packed: 1, unpacked: 2_000, files: 3 },
  signature: { verdict: 'unsigned', fingerprint: null, publisher: null },
  installed: null,
  change: 'new',
  added: {
    permissions: ['line.use'],
    egress: ['api.line.me', '*'],
    acting: ['messages'],
    uses: ['segments.read'],
    attributes: ['score'],
    channels: ['line'],
    pages: [],
    listens: ['ticket.closed.v1'],
  },
  concerns: ['unsigned'],
  blocked: null,
  ...parts,
})
const textOf = async (parts?: Partial<PluginInspection>): Promise<string> =>
  (await draw(<InspectionView inspection={inspection(parts)} />)).container.textContent ?? ''

describe('what is seen of a package', () => {
  it('is in the user’s language where its author wrote it, and never nothing', async () => {
    const text = await textOf()
    for (const part of [
      'LINE',
      'Novo',
      'Sem assinatura',
      'Canal LINE',
      'line.use (Administrador)',
      'Qualquer endereço público na internet',
      'ticket.closed.v1',
      'Nenhuma página.',
      'Lê os segmentos compartilhados',
      'Pontuação (número, de contatos)',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('novoapi')
  })

  it('marks what an update asks for beyond the installed version, and only that', async () => {
    const { container } = await draw(
      <InspectionView
        inspection={inspection({
          change: 'update',
          installed: { version: '1.0.0', publisher: 'Vizinhos', fingerprint: null, removed: false },
          added: {
            permissions: [],
            egress: ['*'],
            acting: [],
            uses: [],
            attributes: [],
            channels: [],
            pages: [],
            listens: [],
          },
        })}
      />,
    )
    expect(
      [...container.querySelectorAll('li')]
        .filter((item) => item.textContent?.endsWith('novo'))
        .map((item) => item.textContent),
    ).toEqual(['Qualquer endereço público na internet novo'])
    expect(container.textContent).toContain('Atualização de 1.0.0 para 1.1.0')
  })

  it.each([
    [
      { signature: { verdict: 'broken', fingerprint: null, publisher: null }, concerns: [], blocked: 'broken' },
      'A assinatura não confere',
    ],
    [
      {
        signature: { verdict: 'trusted', fingerprint: 'ab'.repeat(32), publisher: 'Casa' },
        concerns: ['publisherChanged'],
      },
      'Assinado por Casa',
    ],
    [
      {
        signature: { verdict: 'trusted', fingerprint: 'ab'.repeat(32), publisher: 'Casa' },
        concerns: ['publisherChanged'],
      },
      'A versão anterior não foi assinada com esta chave.',
    ],
    [
      { signature: { verdict: 'untrusted', fingerprint: 'ab'.repeat(32), publisher: null }, concerns: ['untrusted'] },
      'ABAB ABAB',
    ],
    [{ blocked: 'signatureRequired' }, 'só aceita plugins de editores confiáveis'],
    [
      { blocked: 'signatureRequired' },
      'assine com “recado-plugin sign”, adicione sua chave pública em “Editores confiáveis”',
    ],
    [
      {
        blocked: 'signatureRequired',
        signature: { verdict: 'untrusted', fingerprint: 'ab'.repeat(32), publisher: null },
      },
      'Compare a impressão digital com a que o editor mostra',
    ],
    [
      { installed: { version: '0.9.0', publisher: 'Outro', fingerprint: null, removed: true } },
      'seus dados ficaram guardados',
    ],
  ] as const)('says of %j what it means', async (parts, words) => {
    expect(await textOf(parts as Partial<PluginInspection>)).toContain(words)
  })
})

it('a fingerprint is written so that it can be read aloud', () => {
  expect(readableFingerprint('00ffa1b2c3')).toBe('00FF A1B2 C3')
  expect(readableFingerprint('')).toBe('')
})
