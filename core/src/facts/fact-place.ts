import { Refusal } from '@recado/contracts'
import type { FactPlace } from './fact-query.ts'

const shape = /^(-?\d{1,13}(?:\.\d{1,17})?(?:e[+-]\d{1,2})?)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Where the next page of conversations begins; opaque to clients. */
export const writeFactPlace = ({ rank, id }: FactPlace): string => Buffer.from(`${rank}~${id}`).toString('base64url')

/** Refuses what {@link writeFactPlace} did not write with ERR_VALIDATION. */
export function readFactPlace(text: string | undefined): FactPlace | undefined {
  if (text === undefined) return undefined
  const [, rank, id] = shape.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (rank === undefined || id === undefined)
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'cursor', message: 'unknown position' }] })
  return { rank, id }
}
