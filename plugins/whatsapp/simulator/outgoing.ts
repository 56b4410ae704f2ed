import { proto, type BinaryNode } from 'baileys'
import type { Account } from './account.ts'
import { bare, isGroup, phoneJid } from './jid.ts'
import type { SentMessage } from './messages.ts'
import type { LinkedDevice } from './linked-device.ts'
import { SignalPeer } from './signal-peer.ts'
import { attribute, bytesIn, child, children } from './stanzas.ts'
import type { World } from './world.ts'

/** Removes the random padding that clients put behind a message. */
function unpadded(bytes: Uint8Array): Uint8Array {
  const padding = bytes.at(-1) ?? 0
  return padding > 0 && padding <= bytes.length ? bytes.subarray(0, -padding) : bytes
}

/** Reads a message of a client with the keys of those whom it was encrypted for. @throws where nobody can */
export async function readOutgoing(
  simulator: World,
  account: Account,
  device: LinkedDevice,
  stanza: BinaryNode,
): Promise<SentMessage> {
  const to = attribute(stanza, 'to')
  const id = attribute(stanza, 'id')
  const from = phoneJid(account.number, device.number)
  const own = child(stanza, 'plaintext')
  if (own) return { account, id, to, content: proto.Message.decode(bytesIn(own)) }
  const targets = children(child(stanza, 'participants'), 'to')
  const read = async (jid: string, sealed: BinaryNode): Promise<proto.IMessage> => {
    const peer = simulator.peerAt(jid)
    if (!peer) throw new Error(`nobody is at ${jid}`)
    const type = attribute(sealed, 'type') === 'pkmsg' ? 'pkmsg' : 'msg'
    return proto.Message.decode(unpadded(await peer.decrypt(from, type, bytesIn(sealed))))
  }
  if (isGroup(to)) {
    const member = simulator.groupReader(to)
    for (const target of targets) {
      const sealed = child(target, 'enc')
      const jid = attribute(target, 'jid')
      if (!sealed || !simulator.peerAt(jid)) continue
      const key = (await read(jid, sealed)).senderKeyDistributionMessage
      if (key) await member.learnSenderKey(from, key)
    }
    const sealed = child(stanza, 'enc')
    if (!sealed) throw new Error('a message for a group without its content')
    return {
      account,
      id,
      to,
      content: proto.Message.decode(unpadded(await member.decryptGroup(to, from, bytesIn(sealed)))),
    }
  }
  const single = child(stanza, 'enc')
  if (single) return { account, id, to, content: await read(bare(to), single) }
  // Everybody reads their copy, so that each keeps in step with the client; the person's own is what was said.
  let said: proto.IMessage | undefined
  let copy: proto.IMessage | undefined
  for (const target of targets) {
    const sealed = child(target, 'enc')
    const jid = attribute(target, 'jid')
    if (!sealed || !simulator.peerAt(jid)) continue
    const content = await read(jid, sealed)
    if (content.deviceSentMessage) copy = content.deviceSentMessage.message ?? undefined
    else said = content
  }
  const content = said ?? copy
  if (!content) throw new Error('a message that nobody can read')
  return { account, id, to, content }
}

/** Somebody in a group who learns its sender keys. */
export const newGroupReader = (): SignalPeer => new SignalPeer()
