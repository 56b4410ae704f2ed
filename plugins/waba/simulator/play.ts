import type { SimulatorAnswer, SimulatorClock, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { Account } from './account.ts'
import { choicesOf, type Customer, type MediaType, type Said } from './customer.ts'
import type { Line } from './line.ts'
import { templateText } from './outgoing.ts'

/** What the page needs of the provider that it plays. */
export interface Played {
  readonly accounts: readonly Account[]
  readonly clock: SimulatorClock
}

/** What the page asks: the conversation, everything that the customer does, and what Meta decides. */
export async function playRoutes(simulator: Played, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const fields = await request.fields()
  const text = (name: string): string => String(fields[name] ?? '')
  const lines = simulator.accounts.flatMap((account) => account.lines)
  const line = lines.find(({ id }) => id === text('line')) ?? lines[0]
  if (!line) return { status: 404 }
  const { pathname } = request.url
  const file = /^\/play\/file\/(\d+)$/.exec(pathname)?.[1]
  const stored = file === undefined ? undefined : line.media.get(file)
  if (stored) return { headers: { 'content-type': stored.mime }, body: stored.bytes }
  const name = text('name') || 'Maria'
  const customer = line.customers.find((each) => each.name === name) ?? line.customer(name)
  const about = customer.thread.find(({ id }) => id === text('message'))
  if (pathname === '/play/state') return { body: stateOf(simulator, line, customer) }
  if (pathname === '/play/day') simulator.clock.advance(24 * 3_600_000)
  else if (pathname === '/play/expire') line.account.expireToken()
  else if (!act(customer, pathname.slice('/play/'.length), text, about, fields['file'])) return { status: 404 }
  if (pathname === '/play/file' && fields['file'] instanceof File)
    await sendFile(customer, text('kind') as MediaType, fields['file'], text('text'))
  return { body: {} }
}

/** What a customer does; false for what nobody can. */
function act(
  customer: Customer,
  what: string,
  text: (name: string) => string,
  about: Said | undefined,
  file: unknown,
): boolean {
  switch (what) {
    case 'say':
      customer.write(text('text'), about)
      break
    case 'location':
      customer.say({
        type: 'location',
        location: {
          latitude: Number(text('latitude')),
          longitude: Number(text('longitude')),
          name: text('text') || undefined,
        },
      })
      break
    case 'contact':
      customer.say({
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: customer.name },
            phones: [{ phone: `+${customer.phone}`, wa_id: customer.phone, type: 'CELL' }],
          },
        ],
      })
      break
    case 'react':
      if (about) customer.react(about, text('emoji') || null)
      break
    case 'tap':
      if (about) customer.tap(about, text('choice'))
      break
    case 'mark':
      if (about) customer.mark(about, text('status') as 'delivered' | 'read' | 'played')
      break
    case 'edit':
      if (about) customer.edit(about, text('text'))
      break
    case 'revoke':
      if (about) customer.revoke(about)
      break
    case 'number':
      customer.changeNumber()
      break
    case 'username':
      customer.takeUsername(text('text') || `${customer.name.toLowerCase()}.1`)
      break
    case 'block':
      customer.isBlocked = text('on') === 'true'
      break
    case 'file':
      return file instanceof File
    default:
      return false
  }
  return true
}

async function sendFile(customer: Customer, kind: MediaType, file: File, caption: string): Promise<void> {
  const hasCaption = caption !== '' && ['image', 'video', 'document'].includes(kind)
  customer.send(kind, new Uint8Array(await file.arrayBuffer()), file.type || 'application/octet-stream', {
    name: file.name,
    ...(hasCaption && { caption }),
  })
}

function stateOf({ accounts, clock }: Played, line: Line, customer: Customer): object {
  const { id, phone, webhook, deliveries, account } = line
  return {
    lines: accounts.flatMap(({ lines }) =>
      lines.map((each) => ({ id: each.id, phone: each.phone, provider: each.provider })),
    ),
    line: { id, phone, webhook: webhook?.url, error: deliveries.lastError, token: account.accessToken },
    customer: {
      name: customer.name,
      phone: customer.phone,
      bsuid: customer.bsuid,
      username: customer.username,
      isPhoneKnown: customer.isPhoneKnown,
      isBlocked: customer.isBlocked,
      window:
        customer.lastSaidAt === undefined
          ? 0
          : Math.max(0, customer.lastSaidAt + 24 * 3_600_000 - clock.now().getTime()),
    },
    said: customer.thread.map((said) => ({
      id: said.id,
      own: said.fromCustomer,
      status: said.status,
      reactions: Object.values(said.reactions),
      isRead: said.isRead,
      revoked: said.revoked,
      message: said.message,
      ...shown(line, said),
    })),
  }
}

/** A template as the customer reads it, and what can be tapped. */
function shown(line: Line, { message }: Said): object {
  if (message['type'] !== 'template') return { choices: choicesOf(message) }
  try {
    const { text, buttons } = templateText(line, message['template'] as Record<string, unknown>)
    return { text, choices: buttons.map((title) => ({ id: title, title })) }
  } catch {
    return { text: '(a template that is gone)' }
  }
}
