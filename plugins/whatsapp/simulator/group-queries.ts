import type { BinaryNode } from 'baileys'
import { Group } from './group.ts'
import { phoneJid, userOf } from './jid.ts'
import type { Asker } from './asker.ts'
import { attribute, bytesIn, child, children, errorOf, node, resultOf } from './stanzas.ts'

/** WhatsApp's limit, the creator included. */
const mostMembers = 1_024

/** Answers queries about groups (`w:g2`). */
export function answerGroup(asker: Asker, query: BinaryNode): BinaryNode {
  const { simulator, account } = asker
  const to = attribute(query, 'to')
  const [asked] = Array.isArray(query.content) ? query.content : []
  if (!asked) return errorOf(query, 400, 'bad-request')
  if (to === '@g.us') return ofNone(asker, query, asked)
  const group = simulator.groups.get(to)
  if (!group) return errorOf(query, 404, 'item-not-found')
  if (!group.members.has(account.number)) return errorOf(query, 403, 'forbidden')
  if (attribute(query, 'type') === 'get') return read(asker, query, group, asked)
  if (group.members.get(account.number) === 'member') return errorOf(query, 403, 'forbidden')
  return change(asker, query, group, asked)
}

const metadata = ({ simulator }: Asker, group: Group): BinaryNode => group.metadata((number) => simulator.lidOf(number))

/** Queries that name no group, or name it by its invitation. */
function ofNone(asker: Asker, query: BinaryNode, asked: BinaryNode): BinaryNode {
  const { simulator, account } = asker
  switch (asked.tag) {
    case 'participating':
      return resultOf(query, [
        node(
          'groups',
          {},
          [...simulator.groups.values()]
            .filter((group) => group.members.has(account.number))
            .map((group) => metadata(asker, group)),
        ),
      ])
    case 'create': {
      const group = new Group(attribute(asked, 'subject'), account.number)
      const numbers = children(asked, 'participant').map((one) => simulator.numberOf(attribute(one, 'jid')))
      if (numbers.length + 1 > mostMembers) return errorOf(query, 419, 'resource-limit')
      for (const number of numbers) if (number !== undefined) group.members.set(number, 'member')
      simulator.groups.set(group.id, group)
      return resultOf(query, [metadata(asker, group)])
    }
    case 'leave':
      for (const one of children(asked, 'group'))
        simulator.groups.get(attribute(one, 'id'))?.members.delete(account.number)
      return resultOf(query, [node('leave')])
    case 'invite': {
      const group = [...simulator.groups.values()].find(({ invite }) => invite === attribute(asked, 'code'))
      if (!group) return errorOf(query, 406, 'not-acceptable')
      if (attribute(query, 'type') === 'get') return resultOf(query, [metadata(asker, group)])
      group.members.set(account.number, 'member')
      return resultOf(query, [node('group', { jid: group.id })])
    }
    default:
      return errorOf(query, 501, 'feature-not-implemented')
  }
}

function read(asker: Asker, query: BinaryNode, group: Group, asked: BinaryNode): BinaryNode {
  switch (asked.tag) {
    case 'query':
      return resultOf(query, [metadata(asker, group)])
    case 'invite':
      return resultOf(query, [node('invite', { code: group.invite })])
    case 'membership_approval_requests':
      return resultOf(query, [
        node(
          'membership_approval_requests',
          {},
          [...group.requests].map((number) => node('membership_approval_request', { jid: phoneJid(number) })),
        ),
      ])
    default:
      return errorOf(query, 501, 'feature-not-implemented')
  }
}

function change(asker: Asker, query: BinaryNode, group: Group, asked: BinaryNode): BinaryNode {
  switch (asked.tag) {
    case 'subject':
      group.subject = bytesIn(asked).toString()
      return resultOf(query)
    case 'description':
      group.description =
        attribute(asked, 'delete') === 'true'
          ? undefined
          : { id: attribute(asked, 'id'), text: Buffer.from(bytesIn(child(asked, 'body'))).toString() }
      return resultOf(query)
    case 'invite':
      return resultOf(query, [node('invite', { code: group.newInvite() })])
    case 'announcement':
    case 'not_announcement':
      group.announce = asked.tag === 'announcement'
      return resultOf(query)
    case 'locked':
    case 'unlocked':
      group.locked = asked.tag === 'locked'
      return resultOf(query)
    case 'membership_approval_mode':
      group.joinApproval = attribute(child(asked, 'group_join'), 'state') === 'on'
      return resultOf(query)
    case 'membership_requests_action':
      return resultOf(query, [decide(asker, group, asked)])
    case 'add':
    case 'remove':
    case 'promote':
    case 'demote':
      return resultOf(query, [node(asked.tag, {}, changeMembers(asker, group, asked))])
    default:
      return errorOf(query, 501, 'feature-not-implemented')
  }
}

function changeMembers({ simulator }: Asker, group: Group, asked: BinaryNode): BinaryNode[] {
  return children(asked, 'participant').map((one) => {
    const jid = attribute(one, 'jid')
    const number = simulator.numberOf(jid)
    const refused = (code: number): BinaryNode => node('participant', { jid, error: String(code) })
    if (number === undefined) return refused(404)
    if (asked.tag === 'add') {
      if (simulator.refusesGroups.has(number)) return refused(403)
      if (group.members.has(number)) return refused(409)
      if (group.members.size >= mostMembers) return refused(419)
      group.members.set(number, 'member')
    } else {
      if (!group.members.has(number)) return refused(404)
      if (asked.tag === 'remove') group.members.delete(number)
      else group.members.set(number, asked.tag === 'promote' ? 'admin' : 'member')
    }
    return node('participant', { jid })
  })
}

function decide({ simulator }: Asker, group: Group, asked: BinaryNode): BinaryNode {
  const [act] = Array.isArray(asked.content) ? asked.content : []
  const decided = children(act, 'participant').map((one) => {
    const jid = attribute(one, 'jid')
    const number = simulator.numberOf(jid) ?? userOf(jid)
    if (!group.requests.delete(number)) return node('participant', { jid, error: '404' })
    if (act?.tag === 'approve') group.members.set(number, 'member')
    return node('participant', { jid })
  })
  return node('membership_requests_action', {}, [node(act?.tag ?? 'reject', {}, decided)])
}
