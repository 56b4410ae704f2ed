import { socketEvents, socketReconnection, type TicketListPush } from '../../core/contracts/src/realtime.ts'
import { code, page, table } from './table.ts'

const names = socketEvents('{tenantId}')
type Direction = 'server' | 'client'

const meaning: Record<keyof typeof names, { from: Direction; numbered: boolean; what: string }> = {
  ticketList: {
    from: 'server',
    numbered: true,
    what: 'A ticket or a message changed: `{ type, payload, seq }`, see below.',
  },
  typing: {
    from: 'server',
    numbered: false,
    what: 'Somebody types: `{ ticketId, who: { name, kind, userId? }, mode }`; `mode` is `text`, `voice` or `stop`.',
  },
  presence: {
    from: 'server',
    numbered: false,
    what:
      'A colleague opened a conversation, still has it open, or left it: `{ ticketId, who: { userId, name }, ' +
      'viewing }`. Repeated while it is open; silence for 45 s means gone.',
  },
  connection: {
    from: 'server',
    numbered: true,
    what:
      'A channel connection changed or was deleted: `{ action: "update", whatsapp, seq }` or `{ action: "delete", ' +
      'whatsappId, seq }`. For holders of `channels.read`.',
  },
  plugins: {
    from: 'server',
    numbered: true,
    what: 'A plugin was switched on or off, changed its settings, was suspended or came back: fetch the manifest anew.',
  },
  bell: {
    from: 'server',
    numbered: true,
    what: 'The bell of the receiver has changed: fetch it again. It carries nothing.',
  },
  licence: {
    from: 'server',
    numbered: true,
    what: 'Another licence tier counts for the company: read `/auth/license-info` anew.',
  },
  user: {
    from: 'server',
    numbered: true,
    what:
      'A colleague came or left: `{ type: "user:update", payload: { id, status }, seq }`. For holders of ' +
      '`users.read`.',
  },
  contact: {
    from: 'server',
    numbered: true,
    what:
      'A contact was written down, changed or deleted: `{ type, payload: { id }, seq }` with `contact:create`, ' +
      '`contact:update` or `contact:delete`. For holders of `contacts.read`, who read the contact anew.',
  },
  plugin: {
    from: 'server',
    numbered: true,
    what:
      'A plugin tells users that it named: `{ plugin, name, data, seq }`. With the name `badge` the number beside ' +
      'its pages is read anew.',
  },
  pluginFleeting: {
    from: 'server',
    numbered: false,
    what: 'The same for what is worthless when late, such as who is typing: `{ plugin, name, data }`.',
  },
  session: {
    from: 'server',
    numbered: false,
    what:
      'The session is over: `{ code }`. Do not reconnect with it. With `ERR_LGPD_CONSENT` and ' +
      '`ERR_LICENSE_BLOCKED` the session goes on, and only pushes wait until that is settled.',
  },
  ending: {
    from: 'server',
    numbered: false,
    what: 'The session will be over: `{ at, code }`. Told five minutes before the user’s hours end.',
  },
  hello: {
    from: 'server',
    numbered: false,
    what:
      'Where the stream stands: `{ epoch, seq, resync }`. First after connecting, and again when the stream can no ' +
      'longer be followed.',
  },
  clientTyping: { from: 'client', numbered: false, what: 'The agent types: `{ ticketId, mode }`.' },
  viewing: {
    from: 'client',
    numbered: false,
    what:
      'The ticket on the screen: `{ ticketId, focused }`, or its bare id. Repeat it while it is there; colleagues ' +
      'are told by `presence`.',
  },
}

const pushes: Record<TicketListPush['type'], { payload: string; what: string }> = {
  'ticket:create': {
    payload: 'Ticket',
    what: 'A ticket that the receiver may see began without a message. With one, its `chat:create` brings the ticket.',
  },
  'ticket:update': { payload: 'Ticket', what: 'A ticket changed.' },
  'ticket:transferred': {
    payload: 'Ticket',
    what: 'A colleague gave the ticket to the receiver, or the product did; told to them alone.',
  },
  'ticket:woken': { payload: 'Ticket', what: 'A ticket that was put off is back because its time has come.' },
  'ticket:waiting': {
    payload: 'Ticket',
    what: 'A responder handed the ticket on: it waits for people, who were not told of it before.',
  },
  'ticket:merge': {
    payload: 'Ticket',
    what: 'The ticket took another one in, became part of one, or either was undone: its thread is another now.',
  },
  'ticket:remove': { payload: '{ id }', what: 'A ticket left what the receiver may see, or was deleted.' },
  'chat:create': { payload: 'Message with its Ticket', what: 'A message was stored, in either direction.' },
  'chat:update': {
    payload: 'Message',
    what: 'A message was edited or reacted to, or an agent’s act on it moved on: `act` says how it stands.',
  },
  'chat:ack': { payload: 'Message', what: 'The delivery status of an outgoing message moved.' },
  'chat:delete': {
    payload: '{ id, ticketId }',
    what: 'A message was deleted for everybody, by either side. Its row stays, without text.',
  },
  'chat:schedule': {
    payload: 'ScheduledMessage',
    what:
      'A message was scheduled or changed and waits for its time, or it does not wait any more: `status` says ' +
      'which.',
  },
  'plugin:update': {
    payload: '{ plugin, ticketId }',
    what: 'What a plugin holds about the ticket changed: its panels ask anew.',
  },
  'mention:new': {
    payload: '{ userId, ticketId, contactName, by, place }',
    what: 'A colleague, `by`, named this user in what a plugin holds about the ticket; `place` is where in the thread.',
  },
}

const words: Record<Direction, string> = { server: 'server → client', client: 'client → server' }
const { attempts, delay, delayMax, timeout, transports } = socketReconnection

export const realtimeEvents = (): string =>
  page(
    'Realtime events',
    'Socket.IO events of a signed-in user’s socket; `{tenantId}` stands for the company’s id. How the stream ' +
      'stays gapless stands in [Realtime](../concepts/realtime.md).',
    table(
      ['Event', 'Direction', '`seq`', 'Meaning'],
      (Object.keys(meaning) as (keyof typeof names)[]).map((key) => [
        code(names[key]),
        words[meaning[key].from],
        meaning[key].numbered ? 'yes' : '',
        meaning[key].what,
      ]),
    ),
    `## Types of ${code(names.ticketList)}`,
    table(
      ['`type`', 'Payload', 'Meaning'],
      Object.entries(pushes).map(([type, { payload, what }]) => [code(type), payload, what]),
    ),
    '## Reconnection',
    `${transports.map(code).join(', then ')}; ${attempts} attempts, ${delay / 1_000} s apart at first and ` +
      `${delayMax / 1_000} s at most, each given up after ${timeout / 1_000} s.`,
  )
