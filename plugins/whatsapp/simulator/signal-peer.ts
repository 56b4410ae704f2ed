import {
  addTransactionCapability,
  DEFAULT_CONNECTION_CONFIG,
  initAuthCreds,
  signedKeyPair,
  type BinaryNode,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalRepositoryWithLIDStore,
} from 'baileys'
import { quiet } from './quiet.ts'

type Keys = Parameters<typeof addTransactionCapability>[0]

/** Keys of one side of the protocol, in memory. */
export function memoryKeys(): Keys {
  const values = new Map<string, unknown>()
  return {
    get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found: Record<string, SignalDataTypeMap[T]> = {}
      for (const id of ids) {
        const value = values.get(`${type}/${id}`)
        if (value !== undefined) found[id] = value as SignalDataTypeMap[T]
      }
      return found
    },
    set: async (changes: SignalDataSet) => {
      for (const [type, entries] of Object.entries(changes))
        for (const [id, value] of Object.entries(entries ?? {})) {
          if (value === null) values.delete(`${type}/${id}`)
          else values.set(`${type}/${id}`, value)
        }
    },
  }
}

/** The Signal side of somebody whom a client writes to: a bundle of keys, and what decrypts. Made when first used. */
export class SignalPeer {
  readonly #creds: ReturnType<typeof initAuthCreds>
  #repository: SignalRepositoryWithLIDStore | undefined

  /** `identity`: the key that is known already, of a phone whose account has signed with it. */
  constructor(identity?: ReturnType<typeof initAuthCreds>['signedIdentityKey']) {
    const made = initAuthCreds()
    this.#creds = identity ? { ...made, signedIdentityKey: identity, signedPreKey: signedKeyPair(identity, 1) } : made
  }

  /** The bundle of one address, as an answer to `<iq xmlns=encrypt><key>`. */
  bundle(jid: string): BinaryNode {
    const { signedIdentityKey, signedPreKey, registrationId } = this.#creds
    return {
      tag: 'user',
      attrs: { jid, t: String(Math.floor(Date.now() / 1_000)) },
      content: [
        { tag: 'registration', attrs: {}, content: bigEndian(registrationId, 4) },
        { tag: 'type', attrs: {}, content: Buffer.from([5]) },
        { tag: 'identity', attrs: {}, content: signedIdentityKey.public },
        {
          tag: 'skey',
          attrs: {},
          content: [
            { tag: 'id', attrs: {}, content: bigEndian(signedPreKey.keyId, 3) },
            { tag: 'value', attrs: {}, content: signedPreKey.keyPair.public },
            { tag: 'signature', attrs: {}, content: signedPreKey.signature },
          ],
        },
      ],
    }
  }

  /** @throws where the message was not encrypted for this peer */
  decrypt(from: string, type: 'pkmsg' | 'msg', ciphertext: Uint8Array): Promise<Uint8Array> {
    return this.#signal().decryptMessage({ jid: from, type, ciphertext })
  }

  decryptGroup(group: string, author: string, ciphertext: Uint8Array): Promise<Uint8Array> {
    return this.#signal().decryptGroupMessage({ group, authorJid: author, msg: ciphertext })
  }

  async learnSenderKey(
    author: string,
    item: Parameters<SignalRepositoryWithLIDStore['processSenderKeyDistributionMessage']>[0]['item'],
  ): Promise<void> {
    await this.#signal().processSenderKeyDistributionMessage({ authorJid: author, item })
  }

  #signal(): SignalRepositoryWithLIDStore {
    this.#repository ??= DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
      {
        creds: this.#creds,
        keys: addTransactionCapability(memoryKeys(), quiet, { maxCommitRetries: 1, delayBetweenTriesMs: 10 }),
      },
      quiet,
    )
    return this.#repository
  }
}

const bigEndian = (value: number, bytes: number): Buffer => {
  const written = Buffer.alloc(bytes)
  written.writeUIntBE(value, 0, bytes)
  return written
}
