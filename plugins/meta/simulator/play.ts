import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { Account, Meta } from './account.ts'
import type { FileKind, Person, Said } from './person.ts'

/** What the page asks: the conversation, and everything that a person does. */
export async function playRoutes(simulator: Meta, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const fields = await request.fields()
  const text = (name: string): string => String(fields[name] ?? '')
  const account = simulator.accounts.find(({ id }) => id === text('account')) ?? simulator.accounts[0]
  if (!account) return { status: 404 }
  const person = account.person(text('name') || 'Maria')
  const what = request.url.pathname.slice('/play/'.length)
  if (what === 'state') return { body: stateOf(simulator, account, person) }
  const act = acts[what]
  if (!act) return { status: 404 }
  const about = person.thread.find(({ id }) => id === text('message'))
  const file = fields['file'] instanceof File ? await readFile(fields['file']) : undefined
  act({ simulator, account, person, about, text, file })
  return { body: {} }
}

interface Playing {
  readonly simulator: Meta
  readonly account: Account
  readonly person: Person
  readonly about: Said | undefined
  readonly file: { readonly bytes: Uint8Array; readonly mime: string } | undefined
  text(name: string): string
}

const readFile = async (file: File) => ({
  bytes: new Uint8Array(await file.arrayBuffer()),
  mime: file.type || 'application/octet-stream',
})

const acts: Readonly<Record<string, (playing: Playing) => void>> = {
  say: ({ person, about, text }) => void person.write(text('text'), about),
  file: ({ person, file, text }) =>
    void (file && person.send(text('kind') as FileKind, file.bytes, file.mime, text('text') || undefined)),
  story: ({ person, file, text }) => void (file && person.answerStory(text('text') || '😍', file.bytes, file.mime)),
  mention: ({ person, file }) => void (file && person.mention(file.bytes, file.mime)),
  comment: ({ person, text }) => void person.comment(text('text') || 'Quanto custa?'),
  tap: ({ person, text }) => void person.tap(text('title'), text('payload')),
  react: ({ person, about, text }) => void (about && person.react(about, text('emoji') || null)),
  edit: ({ person, about, text }) => void (about && person.edit(about, text('text') || 'edited')),
  unsend: ({ person, about }) => void (about && person.unsend(about)),
  see: ({ person }) => person.see(),
  block({ person, text }) {
    person.isBlocked = text('on') === 'true'
  },
  day: ({ simulator }) => simulator.clock.advance(24 * 3_600_000 + 60_000),
  expire: ({ account }) => account.withdrawTokens(),
}

function stateOf({ accounts, clock }: Meta, account: Account, person: Person) {
  const opened = 24 * 3_600_000 - (clock.now().getTime() - (person.lastSaidAt ?? 0))
  return {
    accounts: accounts.map(({ id, product, name }) => ({ id, label: `${product} · ${name}` })),
    account: {
      id: account.id,
      callback: account.app.callbacks.get(account.object) ?? null,
      isTyping: account.typing.has(person),
    },
    person: { id: person.id, windowHours: Math.max(0, Math.ceil(opened / 3_600_000)) },
    said: person.thread.map(({ id, fromPerson, content, text, isComment, isDeleted, isRead, reactions }) => ({
      id,
      own: fromPerson,
      content,
      text,
      isComment,
      isDeleted,
      isRead,
      reactions: [...reactions.values()],
    })),
  }
}
