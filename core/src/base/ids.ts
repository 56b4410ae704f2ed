import { v7 } from 'uuid'
import { mint, type Branded } from '@recado/contracts'

/** A new id of core's own: UUIDv7, so that ids of one table grow with time and indexes stay compact. */
export const newId = <T extends Branded<string>>(): T => mint<T>(v7())
