import { createApi, KitProvider, ShellProvider, type ShellServices } from '@recado/sdk/ui'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import i18next, { type i18n, type ResourceKey } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { keys } from '../base/query-keys.ts'
import { WorkplaceContext, type WorkplaceServices } from '../data/workplace/workplace-context.ts'
import type { ChannelTypeInfo, ShellManifest } from '../base/contracts.ts'
import { words as attendance } from '../base/i18n/locales/pt-BR/attendance.ts'
import { words as administration } from '../base/i18n/locales/pt-BR/administration.ts'
import { words as contactWork } from '../base/i18n/locales/pt-BR/contacts.ts'
import { words as homeWords } from '../base/i18n/locales/pt-BR/home.ts'
import { words as ownPasskeys } from '../base/i18n/locales/pt-BR/ownPasskeys.ts'
import { words as first } from '../base/i18n/locales/pt-BR/index.ts'
import { words as shortcutWords } from '../base/i18n/locales/pt-BR/keys.ts'
import { words as notices } from '../base/i18n/locales/pt-BR/notifications.ts'
import { words as registration } from '../base/i18n/locales/pt-BR/registration.ts'
import { words as settings } from '../base/i18n/locales/pt-BR/settings.ts'
import { words as ticketWork } from '../base/i18n/locales/pt-BR/tickets.ts'
import { AttachmentShelf } from '../data/messages/attachment-shelf.ts'
import { joinDraftFiles } from '../data/messages/draft-files.ts'
import { DraftStore } from '../data/messages/drafts.ts'
import { LetterHeads } from '../data/messages/letter-heads.ts'
import { Outbox, type OutgoingMessage } from '../data/messages/outbox.ts'
import { postFile } from '../data/messages/post-message.ts'
import { Uploads } from '../data/messages/uploads.ts'
import { CatchingUp } from '../data/realtime/catching-up.ts'
import { ColleagueStore } from '../data/realtime/colleagues.ts'
import { TypingStore } from '../data/realtime/typing.ts'
import { MemoryStorage } from './memory-storage.ts'
import { anyLogin, anyTicket } from './samples.ts'

const chunks: readonly Readonly<Record<string, object>>[] = [
  first,
  attendance,
  ticketWork,
  contactWork,
  notices,
  homeWords,
  registration,
  ownPasskeys,
  settings,
  shortcutWords,
  administration,
]
/** Each chunk adds its sentences of errors to those that are there, as in the page. */
const words = {
  ...Object.assign({}, ...chunks),
  errors: Object.assign({}, first.errors, ...chunks.map((chunk) => chunk['featureErrors'])),
} as Record<string, ResourceKey>

/** A channel that carries text of 20 characters, and files when `media` is set. */
export const sampleChannel = (media = true): ChannelTypeInfo => ({
  type: 'sample',
  plugin: 'sample',
  titleKey: 'channel.title',
  descriptionKey: null,
  badge: { color: '#0f766e', icon: 'message-circle' },
  identityKind: 'sample',
  isPaced: false,
  transport: 'embedded',
  form: [],
  presets: [],
  guide: [],
  capabilities: {
    version: 1,
    text: { maxLength: 20, format: 'plain' },
    letters: false,
    media: media ? { document: { mime: { '*/*': 'full' } } } : {},
    location: 'rejected',
    contactCard: 'rejected',
    interactive: {},
    templates: 'rejected',
    reply: 'rejected',
    forward: 'rejected',
    edit: { level: 'rejected' },
    deleteForAll: { level: 'rejected' },
    reaction: { level: 'rejected' },
    receipts: { out: [], inMarkRead: false },
    typing: 'full',
    groups: 'rejected',
    history: { level: 'rejected', includesOwn: false },
    contacts: 'rejected',
    profiles: 'rejected',
    polls: 'rejected',
    stopPoll: 'rejected',
    operations: [],
    idempotentSend: 'native',
  },
})

const manifest = (channel: ChannelTypeInfo): ShellManifest => ({
  contract: '1.0.0',
  plugins: [],
  off: [],
  channels: [channel],
  permissions: [],
  role: 'user',
  tier: 'free',
  texts: {},
  stream: { epoch: 'none', seq: 0 },
  timeZone: 'America/Sao_Paulo',
})

/** Draws a part of the workplace in Portuguese, with services that a test can look into. */
export async function draw(
  children: ReactNode,
  options: {
    storage?: Storage
    channel?: ChannelTypeInfo
    fetch?: ShellServices['fetch']
    permissions?: readonly string[]
    queries?: readonly (readonly [QueryKey, unknown])[]
    /** Texts of plugins, by namespace. */
    texts?: Readonly<Record<string, ResourceKey>>
  } = {},
) {
  const language: i18n = i18next.createInstance()
  await language.use(initReactI18next).init({
    lng: 'pt-BR',
    resources: { 'pt-BR': { ...words, ...options.texts } },
    ns: Object.keys(words),
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queries.setQueryData(keys.manifest, manifest(options.channel ?? sampleChannel()))
  for (const [key, data] of options.queries ?? []) queries.setQueryData(key, data)
  const login = anyLogin()
  const storage = options.storage ?? new MemoryStorage()
  const sent: OutgoingMessage[] = []
  const typed: string[] = []
  const recalled: string[] = []
  const uploads = new Uploads({
    post: postFile(createApi(options.fetch ?? (() => Promise.reject(new Error('no call was expected'))))),
    remove: async () => undefined,
  })
  const workplace: WorkplaceServices = {
    drafts: new DraftStore({ storage, userId: login.userId }),
    letterHeads: new LetterHeads({ storage, userId: login.userId }),
    attachments: new AttachmentShelf(),
    besideDrafts: new DraftStore({ storage, userId: `${login.userId}.beside` }),
    typing: new TypingStore(),
    colleagues: new ColleagueStore(),
    live: { typing: (_ticket: string, mode: string) => typed.push(mode) } as never,
    outbox: new Outbox({
      storage,
      userId: login.userId,
      send: async (message) => {
        sent.push(message)
      },
      recall: async (message) => {
        recalled.push(message.idFront)
      },
      uploads,
    }),
    uploads,
    catchingUp: new CatchingUp(),
  }
  joinDraftFiles(workplace)
  const shell: ShellServices = {
    fetch: options.fetch ?? (() => Promise.reject(new Error('no call was expected'))),
    live: { on: () => () => undefined },
    permissions: options.permissions ?? [],
    viewer: {
      tenantId: login.tenantId,
      userId: login.userId,
      name: login.username,
      role: 'user',
      tier: 'free',
      locale: 'pt-BR',
    },
  }
  const drawn = render(
    <I18nextProvider i18n={language}>
      <QueryClientProvider client={queries}>
        <KitProvider>
          <ShellProvider services={shell}>
            <WorkplaceContext value={workplace}>{children}</WorkplaceContext>
          </ShellProvider>
        </KitProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  )
  return { ...drawn, ...workplace, sent, recalled, typed, storage, ticket: anyTicket(1) }
}
