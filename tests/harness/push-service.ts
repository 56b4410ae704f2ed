import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { PushPayload, PushTarget } from '@recado/contracts'
import type { EgressOptions } from '../../core/src/security/guarded-egress.ts'

/** A push as a browser gets it, and how it was sent. */
export interface Pushed {
  readonly browser: string
  readonly payload: PushPayload
  readonly headers: Readonly<Record<string, string>>
}

/**
 * A push service (RFC 8030) with its browsers: takes what is signed and encrypted well, and opens it as a browser would
 * (RFC 8291).
 */
export interface PushService {
  readonly pushed: Pushed[]
  /** Next answers of the service, in order; after them it accepts. */
  readonly replies: { status: number; retryAfter?: string }[]
  /** Number of tries. */
  readonly attempts: () => number
  /** A new browser; `name` distinguishes its pushes. */
  subscribe(name: string): PushTarget
  /** For the node under test: the only way to `push.test`. */
  readonly egress: EgressOptions
  close(): Promise<void>
}

const folder = join(import.meta.dirname, 'push-service')
const certificate = readFileSync(join(folder, 'certificate.pem'), 'utf8')

export async function pushService(): Promise<PushService> {
  const browsers = new Map<
    string,
    { readonly name: string; readonly ecdh: ReturnType<typeof createECDH>; readonly auth: Buffer }
  >()
  const pushed: Pushed[] = []
  const replies: { status: number; retryAfter?: string }[] = []
  let attempts = 0
  const server = createServer(
    { cert: certificate, key: readFileSync(join(folder, 'key.pem')) },
    (request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        attempts++
        const reply = replies.shift()
        if (reply)
          return response
            .writeHead(reply.status, reply.retryAfter === undefined ? {} : { 'retry-after': reply.retryAfter })
            .end()
        const browser = browsers.get(request.url ?? '')
        if (!browser) return response.writeHead(410).end()
        const headers = request.headers as Record<string, string>
        if (
          !isSigned(headers['authorization'] ?? '') ||
          headers['content-encoding'] !== 'aes128gcm' ||
          headers['ttl'] === undefined
        )
          return response.writeHead(401).end()
        const { name, ecdh, auth } = browser
        pushed.push({
          browser: name,
          payload: JSON.parse(decrypt(Buffer.concat(pieces), ecdh, auth)) as PushPayload,
          headers,
        })
        return response.writeHead(201).end()
      })
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    pushed,
    replies,
    attempts: () => attempts,
    subscribe(name) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/${randomBytes(12).toString('base64url')}`
      browsers.set(path, { name, ecdh, auth })
      return {
        endpoint: `https://push.test:${port}${path}`,
        keys: { p256dh: ecdh.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
      }
    },
    egress: {
      ca: certificate,
      allow: ['127.0.0.1/32'],
      resolve: async (name) => (name === 'push.test' ? ['127.0.0.1'] : []),
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** RFC 8292: a token of the sender's key for this service, not older than a day. */
function isSigned(authorization: string): boolean {
  const { t, k } = /^vapid t=(?<t>[^,]+), ?k=(?<k>.+)$/.exec(authorization)?.groups ?? {}
  if (t === undefined || k === undefined) return false
  const [header, claims, signature] = t.split('.') as [string, string, string]
  const raw = Buffer.from(k, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33).toString('base64url'),
    },
  })
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string
    exp: number
    sub: string
  }
  const left = exp - Date.now() / 1_000
  return (
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ) &&
    new URL(aud).hostname === 'push.test' &&
    left > 0 &&
    left <= 86_400 &&
    /^(mailto:|https:)/.test(sub)
  )
}

/** One record of `aes128gcm` (RFC 8188) with keys as RFC 8291 derives them. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}
