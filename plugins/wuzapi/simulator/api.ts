import {
  withFault,
  type Faults,
  type ScriptedFault,
  type ScriptedRefusal,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import { pictureOf } from './code-picture.ts'
import type { Group, Person } from './person.ts'
import { newId, type Session } from './session.ts'

/** The gateway as its calls see it. */
export interface Gateway {
  readonly adminToken: string
  readonly sessions: Session[]
  readonly people: readonly Person[]
  readonly groups: readonly Group[]
  /** Digits of numbers without WhatsApp. */
  readonly unregistered: ReadonlySet<string>
  readonly faults: Faults<ScriptedFault>
  readonly files: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly mime: string }>
  /** Origin of the simulator, for pictures. */
  readonly filesAt: string
  addSession(name: string, token: string): Session
}

type Fields = Readonly<Record<string, unknown>>

export const refusalOf = ({ status, code = status, description = 'refused', retryAfter }: ScriptedRefusal) => ({
  status,
  ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  body: { code, error: description, success: false },
})
const refused = (status: number, description: string): SimulatorAnswer => refusalOf({ status, description })
const done = (data: object): SimulatorAnswer => ({ body: { code: 200, data, success: true } })

/** Answers a call, in the name of a session or of the administrator. */
export async function answerGateway(gateway: Gateway, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const { pathname } = request.url
  const given = request.headers.get('token') ?? request.headers.get('authorization') ?? ''
  if (pathname.startsWith('/admin/')) return admin(gateway, request, given)
  const session = gateway.sessions.find(({ token }) => token === given)
  if (!session) return refused(401, 'unauthorized')
  const fields = { ...Object.fromEntries(request.url.searchParams), ...(await request.fields()) }
  const [, area, ...rest] = pathname.split('/')
  const call = `${request.method} ${pathname}`
  switch (area) {
    case 'session':
    case 'webhook':
      return ownCalls[call]?.(session, fields) ?? refused(404, 'not found')
    case 'chat':
    case 'user':
    case 'group':
      if (!session.connected || !session.isLoggedIn) return refused(500, 'no session')
      if (area === 'chat' && rest[0] === 'send' && rest[1] !== 'edit')
        return withFault(gateway.faults.take('send'), () => sent(session, rest[1] ?? '', fields, gateway), refusalOf)
      return chatCalls[call]?.(session, fields, gateway) ?? refused(404, 'not found')
    default:
      return refused(404, 'not found')
  }
}

async function admin(gateway: Gateway, request: SimulatorRequest, given: string): Promise<SimulatorAnswer> {
  if (given !== gateway.adminToken) return refused(401, 'unauthorized')
  if (request.method === 'GET')
    return {
      body: gateway.sessions.map(({ id, name, token, webhook, jid, connected, events }) => ({
        id,
        name,
        token,
        webhook,
        jid,
        connected,
        events: events.join(','),
      })),
    }
  if (request.method === 'DELETE') {
    const id = request.url.pathname.slice('/admin/users/'.length)
    const at = gateway.sessions.findIndex((session) => session.id === id)
    if (at < 0) return refused(404, 'user not found')
    gateway.sessions.splice(at, 1)
    return done({ id })
  }
  const fields = await request.fields()
  const [name, token] = [String(fields['name'] ?? ''), String(fields['token'] ?? '')]
  if (!name || !token) return refused(400, 'missing name or token')
  if (gateway.sessions.some((session) => session.token === token)) return refused(409, 'user with this token exists')
  const session = gateway.addSession(name, token)
  session.webhook = String(fields['webhook'] ?? '')
  session.events = String(fields['events'] ?? '').split(',')
  session.hmacKey = String(fields['hmacKey'] ?? '')
  return { status: 201, body: { code: 201, data: { id: session.id, name, token }, success: true } }
}

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Calls about the session itself. */
const ownCalls: Readonly<Record<string, (session: Session, fields: Fields) => SimulatorAnswer>> = {
  'GET /session/status': (session) => {
    session.code()
    const { id, name, connected, isLoggedIn: loggedIn, jid, webhook, events } = session
    return done({ id, name, connected, loggedIn, jid, webhook, events: events.join(',') })
  },
  'POST /session/connect': (session, { Subscribe }) => {
    if (session.connected) return refused(500, 'already connected')
    session.events = listed(Subscribe)
    session.connect()
    return done({ details: 'Connected!', events: session.events.join(','), jid: session.jid, webhook: session.webhook })
  },
  'POST /session/disconnect': (session) => {
    if (!session.connected) return refused(500, 'cannot disconnect because it is not logged in')
    session.disconnect()
    return done({ Details: 'Disconnected' })
  },
  'POST /session/logout': (session) => {
    if (!session.connected || !session.isLoggedIn) return refused(500, 'could not logout as it was not logged in')
    session.number = undefined
    session.disconnect()
    return done({ Details: 'Logged out' })
  },
  'GET /session/qr': (session) => {
    if (!session.connected) return refused(500, 'not connected')
    if (session.isLoggedIn) return refused(500, 'already logged in')
    const code = session.code()
    return done({ QRCode: code === undefined ? '' : pictureOf(code) })
  },
  'POST /session/pairphone': (session, { Phone }) => {
    if (!session.connected) return refused(500, 'no session')
    if (session.isLoggedIn) return refused(400, 'already paired')
    const number = String(Phone ?? '')
    // Numbers of companies that are reached by four digits have no WhatsApp.
    if (/^55\d\d4004/.test(number)) return refused(400, 'error pairing phone: server returned error 400')
    return number.length < 8 ? refused(400, 'missing Phone in Payload') : done({ LinkingCode: session.pair(number) })
  },
  'POST /session/hmac/config': (session, { hmac_key }) => {
    const key = String(hmac_key ?? '')
    if (key.length < 32) return refused(400, 'HMAC key must be at least 32 characters long')
    session.hmacKey = key
    return done({ Details: 'HMAC configuration saved successfully' })
  },
  'GET /session/hmac/config': ({ hmacKey }) => ({ body: { hmac_key: hmacKey === '' ? '' : '***' } }),
  'GET /session/s3/config': ({ mediaDelivery }) => done({ enabled: false, media_delivery: mediaDelivery }),
  'POST /session/s3/config': (session, { media_delivery }) => {
    session.mediaDelivery = String(media_delivery)
    return done({ Details: 'S3 configuration saved successfully' })
  },
  'GET /webhook': ({ webhook, events }) => done({ webhook, subscribe: events }),
  'POST /webhook': (session, { webhookURL, events }) => {
    session.webhook = String(webhookURL ?? '')
    if (Array.isArray(events)) session.events = listed(events)
    return done({ webhook: session.webhook })
  },
  'DELETE /webhook': (session) => {
    session.webhook = ''
    session.events = []
    return done({ Details: 'Webhook and events deleted successfully' })
  },
}

/** What each kind of message must have, and how its file begins. */
const needs: Readonly<Record<string, { readonly fields: readonly string[]; readonly file?: RegExp }>> = {
  text: { fields: ['Body'] },
  image: { fields: ['Image'], file: /^data:image\/(png|jpeg);base64,/ },
  video: { fields: ['Video'], file: /^data:(video|image)\// },
  audio: { fields: ['Audio'], file: /^data:audio\/ogg;base64,/ },
  document: { fields: ['Document', 'FileName'], file: /^data:application\/octet-stream;base64,/ },
  sticker: { fields: ['Sticker'], file: /^data:image\/webp;base64,/ },
  location: { fields: ['Latitude', 'Longitude'] },
  contact: { fields: ['Name', 'Vcard'] },
}

const addressOf = (phone: string): string => (phone.includes('@') ? phone : `${phone}@s.whatsapp.net`)

/** People show a message once, however often it comes under the same id. */
function sent(session: Session, kind: string, fields: Fields, { people }: Gateway): SimulatorAnswer {
  const need = Object.hasOwn(needs, kind) ? needs[kind] : undefined
  if (!need) return refused(404, 'not found')
  for (const name of ['Phone', ...need.fields])
    if (fields[name] === undefined || fields[name] === '') return refused(400, `missing ${name} in Payload`)
  if (need.file && !need.file.test(String(fields[need.fields[0]!])))
    return refused(400, `${kind} data should start with another type`)
  const context = fields['ContextInfo'] as { StanzaId?: string; Participant?: string } | undefined
  if (context?.StanzaId && !context.Participant) return refused(400, 'missing Participant in ContextInfo')
  const chat = addressOf(String(fields['Phone']))
  const id = String(fields['Id'] ?? newId())
  if (!session.said.some((said) => said.id === id && said.chat === chat)) {
    const text = String(fields['Body'] ?? fields['Caption'] ?? fields['Name'] ?? '')
    session.said.push({ id, chat, own: true, kind, fields, text, isDeleted: false, status: 'sent' })
    const person = people.find(({ jid }) => jid === chat)
    if (person && session.receipts !== 'none') {
      session.receipt(person, [id], 'Delivered')
      if (session.receipts === 'read') session.receipt(person, [id], 'Read')
    }
  }
  return done({ Details: 'Sent', Id: id, Timestamp: session.clock.now().toISOString() })
}

const acted =
  (path: string, effect: (session: Session, fields: Fields) => void = () => undefined) =>
  (session: Session, fields: Fields): SimulatorAnswer => {
    session.acts.push({ path, fields })
    effect(session, fields)
    return done({ Details: 'Done', Timestamp: session.clock.now().toISOString() })
  }

function changed(session: Session, fields: Fields, change: (said: Session['said'][number]) => void): void {
  for (const said of session.said) if (said.id === fields['Id']) change(said)
}

/** Calls of a linked number. */
const chatCalls: Readonly<Record<string, (session: Session, fields: Fields, gateway: Gateway) => SimulatorAnswer>> = {
  'POST /chat/send/edit': acted('/chat/send/edit', (session, fields) =>
    changed(session, fields, (said) => {
      said.text = String(fields['Body'])
    }),
  ),
  'POST /chat/delete': acted('/chat/delete', (session, fields) =>
    changed(session, fields, (said) => {
      said.isDeleted = true
    }),
  ),
  'POST /chat/react': acted('/chat/react'),
  'POST /chat/markread': acted('/chat/markread'),
  'POST /chat/presence': acted('/chat/presence'),
  'POST /chat/downloadimage': download,
  'POST /chat/downloadvideo': download,
  'POST /chat/downloadaudio': download,
  'POST /chat/downloaddocument': download,
  'POST /user/check': (_session, { Phone }, { people, unregistered }) =>
    done({
      Users: listed(Phone).map((query) => {
        const person = people.find(({ number }) => number === query || withoutNinth(query) === number)
        return {
          Query: query,
          IsInWhatsapp: !unregistered.has(query),
          JID: person?.jid ?? `${query}@s.whatsapp.net`,
          VerifiedName: '',
        }
      }),
    }),
  'POST /user/info': (_session, { Phone }, { people }) =>
    done({
      Users: Object.fromEntries(
        listed(Phone).map((phone) => {
          const business = people.find(({ jid }) => jid === addressOf(phone))?.business
          const name = business === undefined ? null : { Certificate: {}, Details: { verifiedName: business } }
          return [addressOf(phone), { Devices: [], PictureID: '', Status: '', VerifiedName: name }]
        }),
      ),
    }),
  'POST /user/avatar': (_session, { Phone }, { people, filesAt }) => {
    const picture = people.find(({ jid }) => jid === addressOf(String(Phone)))?.picture
    return picture === undefined
      ? refused(500, 'no avatar found')
      : { body: { URL: filesAt + picture, ID: '1645308319', Type: 'preview', DirectPath: picture } }
  },
  'GET /group/info': (_session, { groupJID }, { groups }) => {
    const group = groups.find(({ jid }) => jid === groupJID)
    return group ? done({ JID: group.jid, Name: group.name }) : refused(500, 'failed to get group info: not found')
  },
}

/** A Brazilian mobile number as it is registered by those who had it before the ninth digit. */
const withoutNinth = (number: string): string => number.replace(/^(55\d\d)9(\d{8})$/, '$1$2')

function download(_session: Session, { DirectPath }: Fields, { files }: Gateway): SimulatorAnswer {
  const file = files.get(String(DirectPath))
  return file
    ? done({ Mimetype: file.mime, Data: `data:${file.mime};base64,${Buffer.from(file.bytes).toString('base64')}` })
    : refused(500, 'failed to download media: download failed with status code 404')
}
