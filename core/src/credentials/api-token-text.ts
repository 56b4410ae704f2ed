import { createHash, randomBytes } from 'node:crypto'

/** A secret of a program in parts: the row it names, and what shows that the caller was given it. */
export interface ApiTokenText {
  readonly id: string
  readonly secret: string
}

const rest = /^([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/
const tokenMark = 'rcd_'
const keyMark = 'rck_'
const codeMark = 'rca_'
const renewalMark = 'rcr_'

/** Whether a bearer token wants to be one of a program; access tokens never begin like that. */
export const isApiToken = (text: string): boolean => text.startsWith(tokenMark)

export const newApiTokenSecret = (): string => randomBytes(32).toString('base64url')

/** `rcd_<id>_<secret>`: the beginning lets scanners of leaked secrets know it for what it is. */
export const writeApiToken = (token: ApiTokenText): string => written(tokenMark, token)

/** Undefined for anything that has not the shape. */
export const readApiToken = (text: string): ApiTokenText | undefined => readAs(tokenMark, text)

/** The same for a key of a plugin: `rck_<id>_<secret>`. */
export const writePluginKey = (key: ApiTokenText): string => written(keyMark, key)

/** Undefined for anything that has not the shape. */
export const readPluginKey = (text: string): ApiTokenText | undefined => readAs(keyMark, text)

/** The same for the code by which a program gets its first tokens: `rca_<id>_<secret>`. */
export const writeCode = (code: ApiTokenText): string => written(codeMark, code)

/** Undefined for anything that has not the shape. */
export const readCode = (text: string): ApiTokenText | undefined => readAs(codeMark, text)

/** The same for what a connected program renews its token with: `rcr_<id>_<secret>`. */
export const writeRenewal = (renewal: ApiTokenText): string => written(renewalMark, renewal)

/** Undefined for anything that has not the shape. */
export const readRenewal = (text: string): ApiTokenText | undefined => readAs(renewalMark, text)

/** The secret is random and long: a plain hash cannot be guessed back, and costs nothing on every request. */
export const hashApiTokenSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const written = (mark: string, { id, secret }: ApiTokenText): string => `${mark}${id.replaceAll('-', '')}_${secret}`

function readAs(mark: string, text: string): ApiTokenText | undefined {
  if (!text.startsWith(mark)) return undefined
  const [, hex, secret] = rest.exec(text.slice(mark.length)) ?? []
  return hex && secret ? { id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), secret } : undefined
}
