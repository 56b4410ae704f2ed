import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { Person } from './person.ts'
import type { Session } from './session.ts'

/** What the page plays with. */
export interface Playground {
  readonly sessions: readonly Session[]
  readonly people: readonly Person[]
  person(name: string, number: string): Person
  keep(bytes: Uint8Array, mime: string): { readonly fields: object }
  stop(): void
  restart(): void
}

/** Number of the phone on the page. */
export const phoneOnPage = '5511999990000'

const digitsOf = (name: string): string =>
  `55119${String([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 10 ** 8, 7)).padStart(8, '8')}`

/** What the page asks: the state, and everything that the phone and its customers do. */
export async function playRoutes(simulator: Playground, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const fields = await request.fields()
  const text = (name: string): string => String(fields[name] ?? '')
  const act = request.url.pathname.slice('/play/'.length)
  const session = simulator.sessions.find(({ id }) => id === text('session')) ?? simulator.sessions[0]
  if (act === 'restart') {
    simulator.stop()
    simulator.restart()
    return { body: {} }
  }
  if (!session) return act === 'state' ? { body: { sessions: [], said: [] } } : { status: 404 }
  const name = text('name') || 'Maria'
  const person = simulator.people.find((one) => one.name === name) ?? simulator.person(name, digitsOf(name))
  if (act === 'state') return { body: stateOf(simulator, session, person) }
  const own = simulator.people.find(({ number }) => number === phoneOnPage) ?? simulator.person('Loja', phoneOnPage)
  const faults: Readonly<Record<string, () => void>> = {
    unlink: () => session.unlink(),
    replace: () => session.replace(),
    outdate: () => session.outdate(),
    update: () => {
      session.isOutdated = false
      session.connect()
    },
    ban: () => session.ban(),
    passkey: () => {
      session.asksForPasskey = text('on') === 'true'
    },
  }
  switch (act) {
    case 'scan':
      return { body: { linked: session.scan(own, text('code').trim()) || session.type(own, text('code').trim()) } }
    case 'say':
      session.write(person, text('text'))
      break
    case 'file':
      await sayFile(simulator, session, person, fields['file'])
      break
    case 'read':
      session.receipt(
        person,
        session
          .thread(person.jid)
          .filter((said) => said.own)
          .map(({ id }) => id),
        'Read',
      )
      break
    default:
      if (!Object.hasOwn(faults, act)) return { status: 404 }
      faults[act]!()
  }
  return { body: {} }
}

async function sayFile(simulator: Playground, session: Session, person: Person, file: unknown): Promise<void> {
  if (!(file instanceof File)) return
  const { fields } = simulator.keep(new Uint8Array(await file.arrayBuffer()), file.type)
  const [kind] = file.type.split('/')
  const known = kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
  session.say(person, { [`${known}Message`]: { ...fields, fileName: file.name } })
}

const stateOf = ({ sessions }: Playground, session: Session, { jid }: Person) => ({
  sessions: sessions.map(({ id, name }) => ({ id, name })),
  session: session.id,
  facts: [
    session.isLoggedIn ? `linked as +${session.number!.number}` : 'not linked',
    session.connected ? 'connected' : 'not connected',
    session.webhook === '' ? 'no webhook yet' : 'webhook set',
    ...(session.asksForPasskey ? ['the phone asks for a passkey'] : []),
  ].join(', '),
  said: session.thread(jid).map(({ id, own, kind, text, status, isDeleted }) => ({
    id,
    own,
    status,
    text: isDeleted ? '(deleted)' : text || `(${kind})`,
  })),
})
