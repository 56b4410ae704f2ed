import type { BinaryNode } from 'baileys'
import { bare, isGroup, lidJid } from './jid.ts'
import type { Asker } from './asker.ts'
import { answerGroup } from './group-queries.ts'
import { attribute, bytesIn, child, children, errorOf, node, resultOf } from './stanzas.ts'
import type { World } from './world.ts'

/** The answer to a query of a client that is logged in. What it knows no answer to has an empty one. */
export function answerQuery(asker: Asker, query: BinaryNode): BinaryNode {
  switch (attribute(query, 'xmlns')) {
    case 'encrypt':
      return encrypt(asker, query)
    case 'usync':
      return usync(asker, query)
    case 'w:m':
      return resultOf(query, [mediaConnection(asker.simulator)])
    case 'w:profile:picture':
      return picture(asker, query)
    case 'w:g2':
      return answerGroup(asker, query)
    case 'w:mex':
      return newsletter(asker, query)
    case 'privacy':
      return resultOf(query, [
        node('privacy', {}, [
          node('category', { name: 'readreceipts', value: 'all' }),
          node('category', { name: 'last', value: 'all' }),
        ]),
      ])
    case 'blocklist':
      return resultOf(query, [node('list')])
    case 'abt':
      return resultOf(query, [node('props', { hash: 'simulated', refresh: '86400' })])
    case 'w:sync:app:state':
      return resultOf(query, [node('sync', {}, children(child(query, 'sync'), 'collection').map(unchanged))])
    case 'md':
      if (child(query, 'remove-companion-device')) asker.simulator.unlink(asker.account, asker.device)
      return resultOf(query)
    default:
      return resultOf(query)
  }
}

function encrypt({ simulator }: Asker, query: BinaryNode): BinaryNode {
  if (child(query, 'count')) return resultOf(query, [node('count', { value: '812' })])
  if (child(query, 'digest')) return resultOf(query, [node('digest')])
  const asked = children(child(query, 'key'), 'user').map((user) => attribute(user, 'jid'))
  if (asked.length === 0) return resultOf(query)
  return resultOf(query, [
    node(
      'list',
      {},
      asked.flatMap((jid) => {
        const peer = simulator.peerAt(jid)
        return peer ? [peer.bundle(jid)] : []
      }),
    ),
  ])
}

/** Who is on WhatsApp, with which devices and under which other id. */
function usync({ simulator }: Asker, query: BinaryNode): BinaryNode {
  if (simulator.refusesLookups) return errorOf(query, 503, 'service-unavailable')
  const list = child(child(query, 'usync'), 'list')
  const users = children(list, 'user').map((user) => {
    const phone = bytesIn(child(user, 'contact')).toString()
    const asked = attribute(user, 'jid') || `${Buffer.from(phone).toString().replace(/\D/g, '')}@s.whatsapp.net`
    const found = simulator.findPerson(asked) ?? simulator.findAccount(asked)
    const jid = found ? (asked.endsWith('@lid') ? lidJid(found.lid) : found.jid) : bare(asked)
    return node('user', { jid }, [
      node('contact', { type: found ? 'in' : 'out' }),
      ...(found
        ? [
            node('lid', { val: found.lidJid }),
            node('devices', {}, [
              node('device-list', { hash: '2:simulated' }, [node('device', { id: '0' })]),
              node('key-index-list', { ts: '1' }),
            ]),
          ]
        : []),
    ])
  })
  return resultOf(query, [node('usync', {}, [node('result'), node('list', {}, users)])])
}

/** A collection of settings (archived chats, labels) of which nothing is newer than the client knows. */
const unchanged = (asked: BinaryNode): BinaryNode =>
  node('collection', { name: attribute(asked, 'name'), version: attribute(asked, 'version'), type: 'result' })

const mediaConnection = (simulator: World): BinaryNode =>
  node('media_conn', { auth: 'simulated', ttl: '300', auth_ttl: '21600', max_buckets: '12' }, [
    node('host', { hostname: new URL(simulator.url).host, maxContentLengthBytes: '104857600' }),
  ])

/** What a channel of WhatsApp says of itself. */
function newsletter({ simulator }: Asker, query: BinaryNode): BinaryNode {
  const asked = JSON.parse(Buffer.from(bytesIn(child(query, 'query'))).toString()) as {
    variables?: { input?: { key?: string } }
  }
  const id = asked.variables?.input?.key ?? ''
  const name = simulator.newsletters.get(id)
  if (name === undefined) return errorOf(query, 404, 'item-not-found')
  const told = { data: { xwa2_newsletter: { id, thread_metadata: { name: { text: name } } } } }
  return resultOf(query, [node('result', {}, Buffer.from(JSON.stringify(told)))])
}

function picture({ simulator }: Asker, query: BinaryNode): BinaryNode {
  const target = attribute(query, 'target')
  const asked = child(query, 'picture')
  if (attribute(query, 'type') === 'set') {
    const group = simulator.groups.get(target)
    const bytes = bytesIn(asked)
    if (group) group.picture = bytes.length > 0 ? bytes : undefined
    return resultOf(query, [node('picture', { id: '1' })])
  }
  const has = isGroup(target) ? simulator.groups.get(target)?.picture : simulator.findPerson(target)?.picture
  if (!has) return errorOf(query, 404, 'item-not-found')
  return resultOf(query, [
    node('picture', { id: '1', type: attribute(asked, 'type'), url: simulator.files.urlOf(has, 'image/jpeg') }),
  ])
}
