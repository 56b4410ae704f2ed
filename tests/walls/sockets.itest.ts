import { randomBytes } from 'node:crypto'
import { socketEvents, type Ticket } from '@recado/contracts'
import { io, type Socket } from 'socket.io-client'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxMessageBytes, socketsPerUser } from '../../core/src/realtime/limits.ts'
import { eventually, type Person } from '../harness/app.ts'
import { buildWalls, expectClean, type Walls } from './world.ts'

/* Sockets in the hands of somebody who means harm: other rooms, forged events, frames that no client sends. */

let walls: Walls
let mine: Person
let theirs: Person
beforeAll(async () => {
  walls = await buildWalls()
  mine = (await walls.person('user'))!
  theirs = walls.neighbours.user
}, 60_000)
afterAll(() => walls.close())

const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.disconnect()
})
const connect = (auth: object, options: object = {}): Socket => {
  const socket = io(walls.world.base, {
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...options,
  })
  sockets.push(socket)
  return socket
}
const outcomeOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'))
    socket.once('connect_error', (error) => resolve(error.message))
  })
/** The node serves: a fresh person's socket connects and hears of a change. */
const isAlive = async (): Promise<void> => {
  const watching = await (await walls.person('super'))!.listen()
  const stock = await walls.restock()
  await (await walls.person('admin'))!.ok('PUT', `/tickets/${stock.ticket}`, { status: 'pending' })
  await watching.next(
    socketEvents(walls.world.a.id).ticketList,
    ({ payload }: { payload: { id: string } }) => payload.id === stock.ticket,
  )
  watching.socket.disconnect()
}

describe('who connects', () => {
  test('S7-063 with anything but one’s own token and session is refused with a code and nothing else', async () => {
    const [me, them] = [mine.login, theirs.login]
    const wrong: Record<string, [object, object?]> = {
      nothing: [{}],
      'a token alone': [{ token: me.token }],
      'a session alone': [{ sessionid: me.sessionId }],
      'the session of another company': [{ token: me.token, sessionid: them.sessionId }],
      'the token of another company': [{ token: them.token, sessionid: me.sessionId }],
      lists: [{ token: [me.token], sessionid: [me.sessionId] }],
      objects: [{ token: { toString: 'x' }, sessionid: { length: 36 } }],
      'a megabyte': [{ token: 'x'.repeat(60_000), sessionid: me.sessionId }],
      'credentials in the address': [{}, { query: { token: me.token, sessionid: me.sessionId } }],
      'credentials in headers': [{}, { extraHeaders: mine.credentials }],
      numbers: [{ token: 1, sessionid: 2 }],
      'a prototype': [JSON.parse('{"__proto__":{"token":"x"},"token":"y","sessionid":"z"}') as object],
    }
    for (const [what, [auth, options]] of Object.entries(wrong))
      expect(await outcomeOf(connect(auth, options)), what).toMatch(/^(ERR_SESSION_ENDED|websocket error)$/)
    expect(await outcomeOf(connect({ token: me.token, sessionid: me.sessionId }))).toBe('connected')
  })

  test('cannot take up the stream of another', async () => {
    const other = await theirs.listen()
    const hello = other.received.find(({ event }) => event === 'stream:hello')!.data as { epoch: string; seq: number }
    for (const stream of [
      hello,
      { ...hello, seq: 0 },
      { epoch: hello.epoch, seq: -1 },
      { epoch: hello.epoch, seq: 1e308 },
      { epoch: {}, seq: 'x' },
      'x',
      null,
    ]) {
      const socket = connect({
        token: mine.login.token,
        sessionid: mine.login.sessionId,
        stream,
        tenantId: walls.world.b.id,
        userId: theirs.login.userId,
      })
      const heard: unknown[] = []
      socket.onAny((event: string, data: unknown) => heard.push([event, data]))
      if ((await outcomeOf(socket)) !== 'connected') continue
      await eventually(() => heard.length > 0)
      expect((heard[0] as [string, { resync: boolean }])[1].resync, JSON.stringify(stream)).toBe(true)
      expectClean('a taken-up stream', JSON.stringify(heard))
      socket.disconnect()
    }
    other.socket.disconnect()
  })
})

describe('what is said', () => {
  test('S7-064 joins no room of another company and is heard by nobody there', async () => {
    const [a, b] = [walls.world.a.id, walls.world.b.id]
    const them = await theirs.listen()
    const { socket, received } = await mine.listen()
    for (const tenant of [b, '', '*', `${a}:${b}`, '__proto__']) {
      for (const event of [
        'join',
        'subscribe',
        'room',
        'joinChatBox',
        `${tenant}:joinChatBox`,
        `${tenant}:ticketList`,
        `${tenant}:clientTyping`,
        `${tenant}:whatsapp`,
        'session:ended',
        'stream:hello',
      ]) {
        socket.emit(event, { ticketId: walls.foreign.ticket, mode: 'text', room: `${b}:ticketList`, tenantId: b })
        if (socket.disconnected) break
      }
      if (socket.disconnected) break
    }
    const again = connect({ token: mine.login.token, sessionid: mine.login.sessionId })
    await outcomeOf(again)
    again.emit(socketEvents(a).clientTyping, { ticketId: walls.foreign.ticket, mode: 'text' })
    // What happens over there afterwards reaches them, and not the one who tried to listen.
    const before = them.received.length
    await theirs.ok<Ticket>('PUT', `/tickets/${walls.foreign.ticket}`, { pinned: true })
    await theirs.ok('GET', `/tickets/${walls.foreign.ticket}`)
    await isAlive()
    expect(them.received.slice(before).filter(({ event }) => event.endsWith(':typing'))).toEqual([])
    expectClean('what the listener heard', JSON.stringify(received))
    again.disconnect()
    them.socket.disconnect()
  })

  test('typing in a ticket that is hidden from the speaker is shown to nobody', async () => {
    const watching = await (await walls.person('super'))!.listen()
    const { socket } = await mine.listen()
    socket.emit(socketEvents(walls.world.a.id).clientTyping, { ticketId: walls.hidden.ticket, mode: 'text' })
    socket.emit(socketEvents(walls.world.a.id).clientTyping, { ticketId: walls.own.ticket, mode: 'text' })
    const heard = await watching.next(socketEvents(walls.world.a.id).typing)
    expect(heard).toMatchObject({ ticketId: walls.own.ticket })
    expect(
      watching.received.filter(
        ({ event, data }) =>
          event.endsWith(':typing') && (data as { ticketId: string }).ticketId === walls.hidden.ticket,
      ),
    ).toEqual([])
    socket.disconnect()
    watching.socket.disconnect()
  })
})

describe('frames that no client sends', () => {
  const raw = (): Promise<WebSocket> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${walls.world.base.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
      socket.once('open', () => resolve(socket))
      socket.once('error', reject)
    })
  const closed = (socket: WebSocket): Promise<number> =>
    new Promise((resolve) => {
      socket.on('error', () => undefined)
      if (socket.readyState === WebSocket.CLOSED) resolve(0)
      else socket.once('close', (code) => resolve(code))
    })
  const signIn = (socket: WebSocket): Promise<void> =>
    new Promise((resolve) => {
      socket.on('message', (data) => {
        if (String(data).startsWith('40')) resolve()
      })
      socket.send(`40${JSON.stringify({ token: mine.login.token, sessionid: mine.login.sessionId })}`)
    })

  test.each<[string, (socket: WebSocket) => void]>([
    ['ten megabytes', (socket) => socket.send('x'.repeat(10_000_000))],
    ['ten megabytes of bytes', (socket) => socket.send(randomBytes(10_000_000))],
    [
      'one byte more than a message may have',
      (socket) => socket.send(`42${JSON.stringify(['x', 'y'.repeat(maxMessageBytes)])}`),
    ],
    ['a packet of no known type', (socket) => socket.send('9')],
    [
      'an attachment that was announced and is none',
      (socket) => socket.send('451-["x",{"_placeholder":true,"num":999999}]'),
    ],
    ['attachments without number', (socket) => socket.send('459999999999-["x"]')],
    ['JSON that is none', (socket) => socket.send('42["x"')],
    ['an event name that is none', (socket) => socket.send('42[{"toString":1}]')],
    ['an event of the transport', (socket) => socket.send('42["disconnecting"]')],
    ['the prototype', (socket) => socket.send('42["__proto__",{"__proto__":{"isAdmin":true}}]')],
    [
      'ten thousand of them',
      (socket) => {
        for (let frame = 0; frame < 10_000; frame++) socket.send('42["x",1]')
      },
    ],
    ['another namespace', (socket) => socket.send('40/admin,')],
  ])('%s end the connection at worst, before signing in and after', async (_what, attack) => {
    for (const signedIn of [false, true]) {
      const socket = await raw()
      socket.on('error', () => undefined)
      if (signedIn) await signIn(socket)
      attack(socket)
      // Either the server has cut it off, or it has shrugged; in both cases it goes on for everybody else.
      await Promise.race([closed(socket), isAlive()])
      socket.terminate()
    }
    await expect(isAlive()).resolves.toBeUndefined()
  })

  test('one person has a limited number of sockets, and the newest are refused', async () => {
    const open = Array.from({ length: socketsPerUser + 3 }, () =>
      connect({ token: mine.login.token, sessionid: mine.login.sessionId }),
    )
    const outcomes = await Promise.all(open.map(outcomeOf))
    expect(outcomes.filter((outcome) => outcome === 'connected').length).toBeLessThanOrEqual(socketsPerUser)
    for (const socket of open) socket.disconnect()
    await isAlive()
  })

  test('who never signs in is not kept, and gets nothing', async () => {
    const heard: string[] = []
    const waiting = await raw()
    waiting.on('message', (data) => heard.push(String(data)))
    await theirs.ok('PUT', `/tickets/${walls.foreign.ticket}`, { pinned: false })
    await isAlive()
    expect(heard.filter((frame) => !frame.startsWith('0'))).toEqual([])
    expectClean('what was heard', heard.join('\n'))
    waiting.terminate()
  })
})
