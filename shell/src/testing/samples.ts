import type { Connection, Contact, ContactMerge, ContactSummary, LoginResult, Message, Ticket } from '../contracts.ts'

/** Whole, valid values for component tests; each takes the fields that matter to the test. */

const uuid = (n: number): string => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
export const sampleId = <T extends string>(n: number): T => uuid(n) as T
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString()
export { at as sampleTime }

export const anyLogin = (change: Partial<LoginResult> = {}): LoginResult => ({
  token: 'token', username: 'Ana Souza', profile: 'user', userId: sampleId(1), tenantId: uuid(9), isMaster: false, queues: [],
  configs: { filtrosAtendimento: {}, isDark: null, locale: null, density: 'comfortable' },
  sessionId: uuid(8), image: null, email: 'ana@example.com', phoneNumber: null, status: 'online', isHidden: false, ...change,
})

export const anyTicket = (n: number, change: Partial<Ticket> = {}): Ticket => ({
  id: sampleId(100 + n), protocol: `20261120${n.toString().padStart(4, '0')}`, status: 'open', contactId: sampleId(200 + n), userId: sampleId(1), queueId: null,
  channel: 'sample', channelId: sampleId(7), unreadMessages: 0, answered: false, isGroup: false, pinned: false, watched: false, withBot: false, lastMessage: `Mensagem ${n}`, lastContent: null, lastMessageFromMe: false, lastMessageAt: at(n),
  createdAt: at(0), updatedAt: at(n), startedAttendanceAt: null, closedAt: null, name: `Contato ${n}`, profilePicUrl: null, username: null, queue: null,
  whatsapp: { id: sampleId(7), name: 'Site' }, tags: [], priority: 'normal', snooze: null, wokenAt: null, mergedInto: null, scheduledMessages: [], kanbanColumn: null, audioTranscription: null, translationEnabled: false, clientLanguage: null, agentLanguage: null, ...change,
})

export const anyContact = (n: number, change: Partial<Contact> = {}): Contact => ({
  id: sampleId(200 + n), name: `Contato ${n}`, number: null, email: null, profilePicUrl: null, identities: [{ kind: 'sample', value: `id-${n}`, verified: true }], tags: [], wallets: [], extraInfo: [],
  firstName: null, lastName: null, businessName: null, document: null, birthdayDate: null, gender: null, maritalStatus: null, source: null, category: null, website: null, instagram: null, telegramId: null, whatsappValidated: false,
  createdAt: at(0), ...change,
})

export const anySummary = (n: number, change: Partial<ContactSummary> = {}): ContactSummary => ({ id: sampleId(200 + n), name: `Contato ${n}`, number: null, email: null, profilePicUrl: null, kinds: ['sample'], ...change })

export const anyMerge = (n: number, change: Partial<ContactMerge> = {}): ContactMerge => ({
  id: sampleId(5000 + n), from: { id: sampleId(200 + n), name: `Contato ${n}` }, into: { id: sampleId(201), name: 'Contato 1' }, automatic: false,
  user: { id: sampleId(1), name: 'Ana Souza' }, identities: 1, mergedAt: at(n), undoneAt: null, undoneBy: null, ...change,
})

export const anyMessage = (n: number, ticket: number, change: Partial<Message> = {}): Message => ({
  id: sampleId(1000 + n), ticketId: sampleId(100 + ticket), contactId: sampleId(200 + ticket), fromMe: false, userId: null, username: null, body: `Texto ${n}`,
  parts: [{ kind: 'text', text: `Texto ${n}`, format: 'plain' }], media: [], status: 'received', ack: 2, failure: null, read: false, edited: false, isDeleted: false, reaction: {},
  quotedMsgId: null, sendType: 'chat', scheduleDate: null, idFront: null, timestamp: at(n), createdAt: at(n), ...change,
})

export const anyConnection = (change: Partial<Connection> = {}): Connection => ({
  id: sampleId(7), name: 'Site', type: 'sample', plugin: 'sample', status: 'connected', statusDetail: null, isDefault: true, isActive: true, config: {}, secretsSet: {}, updatedAt: at(0), number: null, retries: 0, farewellMessage: null, queueId: null, tasks: [], ...change,
})
