import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { proto } from 'baileys'

/** What a vote is bound to. */
export interface VoteBinding {
  readonly poll: string
  /** Secret of the poll, which its message carries. */
  readonly secret: Uint8Array
  /** Addresses of who made the poll and who votes, as the voting phone writes them. */
  readonly creator: string
  readonly voter: string
}

/** A vote as a phone seals it: AES-GCM under a key that follows from the secret of the poll and from both people. */
export function sealedVote(options: readonly string[], binding: VoteBinding): proto.Message.IPollEncValue {
  const { poll, secret, creator, voter } = binding
  const info = Buffer.from(`${poll}${creator}${voter}Poll Vote`)
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(32), info, 32))
  const encIv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, encIv).setAAD(Buffer.from(`${poll}\u0000${voter}`))
  const sealed = cipher.update(votedFor(options))
  return { encIv, encPayload: Buffer.concat([sealed, cipher.final(), cipher.getAuthTag()]) }
}

/** `PollVoteMessage`: the hashes of the chosen options, each as field 1. */
const votedFor = (options: readonly string[]): Buffer =>
  Buffer.concat(options.flatMap((option) => [Buffer.from([0x0a, 32]), createHash('sha256').update(option).digest()]))
