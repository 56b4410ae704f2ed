import type { Contact, GroupMetadata, WAMessageKey, WASocket } from 'baileys'
import type { Facts } from '../inbound/facts.ts'
import { bareJid } from '../inbound/jid.ts'

const mostKnown = 20_000

/** What the connection has learned of people and groups, bounded; the oldest is forgotten first. */
export class People {
  readonly #names = new Map<string, string>()
  readonly #titles = new Map<string, string>()
  readonly #phones = new Map<string, string>()
  readonly #self: () => Facts['self']

  constructor(self: () => Facts['self']) {
    this.#self = self
  }

  /** What is known now. */
  known(): Facts {
    return {
      self: this.#self(),
      phoneOf: (lid) => this.#phones.get(lid),
      titleOf: (group) => this.#titles.get(group),
      nameOf: (jid) => this.#names.get(jid),
    }
  }

  contact({ id, lid, phoneNumber, name, notify, verifiedName }: Partial<Contact>): void {
    const shown = name ?? verifiedName ?? notify
    for (const jid of [id, lid, phoneNumber].map(bareJid)) if (jid !== undefined && shown) keep(this.#names, jid, shown)
    if (lid && phoneNumber) this.paired(lid, phoneNumber)
  }

  paired(lid: string, phone: string): void {
    const [one, other] = [bareJid(lid), bareJid(phone)]
    if (one?.endsWith('@lid') && other?.endsWith('@s.whatsapp.net')) keep(this.#phones, one, other)
  }

  /** A message tells both addresses of who wrote it. */
  met({ remoteJid, remoteJidAlt, participant, participantAlt }: WAMessageKey): void {
    for (const [one, other] of [
      [remoteJid, remoteJidAlt],
      [participant, participantAlt],
    ] as const) {
      if (!one || !other) continue
      this.paired(one, other)
      this.paired(other, one)
    }
  }

  group({ id, subject, participants = [] }: Partial<GroupMetadata>): void {
    const jid = bareJid(id)
    if (jid !== undefined && subject) keep(this.#titles, jid, subject)
    for (const { id: member, lid, phoneNumber } of participants) {
      if (lid) this.paired(lid, member)
      if (phoneNumber) this.paired(member, phoneNumber)
    }
  }

  /** Looks up the numbers behind ids that have not been met. */
  async learn(jids: readonly (string | null | undefined)[], socket: WASocket): Promise<void> {
    for (const jid of new Set(jids.map(bareJid))) {
      if (!jid?.endsWith('@lid') || this.#phones.has(jid)) continue
      const phone = await socket.signalRepository.lidMapping.getPNForLID(jid)
      if (phone) this.paired(jid, phone)
    }
  }
}

function keep(map: Map<string, string>, key: string, value: string): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > mostKnown) map.delete(map.keys().next().value!)
}
