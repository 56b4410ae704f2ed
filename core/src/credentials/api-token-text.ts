import { createHash, randomBytes } from 'node:crypto'

/** A token in parts: the row it names, and what shows that the caller was given it. */
export interface ApiTokenText {
  readonly id: string
  readonly secret: string
}

const mark = 'rcd_'
const shape = /^rcd_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/

/** Whether a bearer token wants to be one of a program; access tokens never begin like that. */
export const isApiToken = (text: string): boolean => text.startsWith(mark)

export const newApiTokenSecret = (): string => randomBytes(32).toString('base64url')

/** `rcd_<id>_<secret>`: the beginning lets scanners of leaked secrets know it for what it is. */
export const writeApiToken = ({ id, secret }: ApiTokenText): string => `${mark}${id.replaceAll('-', '')}_${secret}`

/** Undefined for anything that has not the shape. */
export function readApiToken(text: string): ApiTokenText | undefined {
  const [, hex, secret] = shape.exec(text) ?? []
  return hex && secret ? { id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), secret } : undefined
}

/** The secret is random and long: a plain hash cannot be guessed back, and costs nothing on every request. */
export const hashApiTokenSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
