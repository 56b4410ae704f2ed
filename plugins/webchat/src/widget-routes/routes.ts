import { CaptchaChallenge, CaptchaField, defineRoute, Empty, id, instant, Locale, type ConnectionId } from '@recado/sdk'
import * as z from 'zod'
import { maxFileBytes, maxTextLength } from '../channel/capabilities.ts'
import { PublicConfig } from '../channel/config.ts'
import { cleanLine, cleanMessage } from '../visitor/clean-text.ts'
import { IdentityProof, TypedProfile } from '../visitor/identity.ts'
import { Position, ThreadMessage } from './thread.ts'

const access = { kind: 'connection' } as const
const rate = 'visitor'
const params = z.object({ connectionId: id<ConnectionId>() })

/** Page of the visitor; shown to the agent with the first message. */
const Page = z
  .object({
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    title: z.string().max(300).transform(cleanLine),
    referrer: z.string().max(2_000),
  })
  .strict()

/** The visitor's own id of a message: sending it twice sends once. */
const ClientMessageId = z.uuid()
const text = z.string().max(maxTextLength).transform(cleanMessage)

const VisitorView = z.object({ name: z.string().nullable(), email: z.string().nullable(), verified: z.boolean() })

/** Size of the longest text when every character is escaped as `\uXXXX`. */
const maxJson = 128 * 1_024
/** Size of one file and the fields around it. */
const maxUpload = maxFileBytes + 64 * 1_024

/**
 * Calls of the widget, below `/p/webchat`. All but `config`, `frame`, `session`, `loader`, `demo` and `preview`
 * require the token of a visitor session in `Authorization: Bearer …`.
 */
export const routes = {
  config: defineRoute({
    method: 'GET',
    path: '/c/:connectionId/config',
    summary: 'What the widget of a connection draws',
    access,
    rate,
    params,
    response: PublicConfig,
  }),
  frame: defineRoute({
    method: 'GET',
    path: '/c/:connectionId/frame',
    summary: 'The page inside the widget',
    access,
    rate,
    params,
    response: 'bytes',
  }),
  session: defineRoute({
    method: 'POST',
    path: '/c/:connectionId/session',
    summary: 'Begins a visitor session, or says who its visitor is',
    access,
    rate: 'visitorSession',
    params,
    maxBody: maxJson,
    body: z
      .object({
        locale: Locale.optional(),
        profile: TypedProfile.optional(),
        identity: IdentityProof.optional(),
        captcha: CaptchaField.optional().describe('The solved slider, for a new session that was refused without it'),
      })
      .strict(),
    response: z.object({
      token: z.string().nullable().describe('Absent when the token of the request stays valid'),
      visitor: VisitorView,
    }),
    errors: ['ERR_INVALID_CREDENTIALS', 'ERR_CAPTCHA_REQUIRED', 'ERR_CAPTCHA_INVALID'],
  }),
  slider: defineRoute({
    method: 'GET',
    path: '/c/:connectionId/slider',
    summary: 'A slider challenge, after a call was refused with ERR_CAPTCHA_REQUIRED',
    access,
    rate,
    params,
    response: CaptchaChallenge,
  }),
  solveSlider: defineRoute({
    method: 'POST',
    path: '/c/:connectionId/slider',
    summary: 'The solved slider: what was refused without it may be sent again',
    access,
    rate,
    params,
    body: z.object({ captcha: CaptchaField }).strict(),
    response: Empty,
    errors: ['ERR_SESSION_ENDED', 'ERR_CAPTCHA_INVALID'],
  }),
  events: defineRoute({
    method: 'GET',
    path: '/c/:connectionId/events',
    summary: 'The conversation as it grows; Last-Event-ID resumes it',
    access,
    rate: 'visitorStream',
    params,
    response: 'stream',
    errors: ['ERR_SESSION_ENDED', 'ERR_TOO_MANY_STREAMS'],
  }),
  history: defineRoute({
    method: 'GET',
    path: '/c/:connectionId/history',
    summary: 'Messages before a position, oldest first',
    access,
    rate,
    params,
    query: z.object({ before: Position, limit: z.coerce.number().int().min(1).max(100).default(30) }),
    response: z.object({ messages: z.array(ThreadMessage), hasMore: z.boolean() }),
    errors: ['ERR_SESSION_ENDED'],
  }),
  message: defineRoute({
    method: 'POST',
    path: '/c/:connectionId/messages',
    summary: 'Says something; the same id is stored once',
    access,
    rate: 'visitorMessage',
    params,
    maxBody: maxJson,
    body: z.object({ id: ClientMessageId, text, page: Page.optional() }).strict(),
    response: Empty,
    status: 202,
    errors: ['ERR_SESSION_ENDED', 'ERR_CREATING_MESSAGE', 'ERR_CAPTCHA_REQUIRED'],
  }),
  attachment: defineRoute({
    method: 'POST',
    path: '/c/:connectionId/attachments',
    summary: 'Sends one file of at most 10 MB',
    access,
    rate: 'visitorUpload',
    params,
    maxBody: maxUpload,
    encoding: 'multipart',
    body: z.object({ id: ClientMessageId }).strict(),
    response: Empty,
    status: 202,
    errors: [
      'ERR_SESSION_ENDED',
      'ERR_NO_FILE_UPLOADED',
      'ERR_FILE_TOO_LARGE',
      'ERR_FILE_TYPE',
      'ERR_CAPTCHA_REQUIRED',
      'ERR_STORAGE_FULL',
    ],
  }),
  typing: defineRoute({
    method: 'POST',
    path: '/c/:connectionId/typing',
    summary: 'Says that the visitor is writing, or has stopped',
    access,
    rate,
    params,
    maxBody: maxJson,
    body: z.object({ mode: z.enum(['text', 'stop']) }).strict(),
    response: Empty,
    status: 202,
    errors: ['ERR_SESSION_ENDED'],
  }),
  read: defineRoute({
    method: 'POST',
    path: '/c/:connectionId/read',
    summary: 'Says that everything up to an instant was seen',
    access,
    rate,
    params,
    maxBody: maxJson,
    body: z.object({ upTo: instant }).strict(),
    response: Empty,
    status: 202,
    errors: ['ERR_SESSION_ENDED'],
  }),
  loader: defineRoute({
    method: 'GET',
    path: '/widget.js',
    summary: 'The script a site includes',
    access: { kind: 'public' },
    rate: 'read',
    response: 'bytes',
  }),
  preview: defineRoute({
    method: 'GET',
    path: '/preview',
    summary: 'The page that shows the widget while it is set up: no visitor, no connection',
    access: { kind: 'public' },
    rate: 'read',
    response: 'bytes',
  }),
  demo: defineRoute({
    method: 'GET',
    path: '/demo',
    summary: 'A small shop with the widget, to try it',
    access: { kind: 'public' },
    rate: 'read',
    query: z.object({ c: id<ConnectionId>().optional() }),
    response: 'bytes',
  }),
}
