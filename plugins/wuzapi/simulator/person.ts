import { randomInt } from 'node:crypto'

/** Somebody with WhatsApp, under a number and under the id that does not tell it. */
export interface Person {
  readonly name: string
  readonly number: string
  readonly jid: string
  readonly lid: string
  /** Name of a business that WhatsApp has verified. */
  readonly business?: string
  /** Path of a picture at the simulator. */
  readonly picture?: string
}

export const newPerson = (name: string, number: string, facts: Pick<Person, 'business' | 'picture'> = {}): Person => ({
  name,
  number,
  jid: `${number}@s.whatsapp.net`,
  lid: `${randomInt(10 ** 13, 10 ** 14)}@lid`,
  ...facts,
})

export interface Group {
  readonly jid: string
  readonly name: string
}
export const newGroup = (name: string): Group => ({ jid: `1203630${randomInt(10 ** 10, 10 ** 11)}@g.us`, name })
