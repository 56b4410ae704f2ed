import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumForTests } from '../harness/chromium.ts'
import { repository } from './cluster.ts'
import { DeskBrowser } from './desk-browser.ts'
import { longConversation, threadFigures } from './desk-thread.ts'
import { listFigures } from './desk-list.ts'
import type { Group } from './figure.ts'
import { makeLists, type ListWorld } from './lists-data.ts'
import { startNode } from './program.ts'

/** Company 1 has the long conversation, company 2 the many. */
const world: ListWorld = {
  tenants: 1,
  ticketsPerTenant: 1_000,
  bigTickets: 100_000,
  messages: 10_000,
  threadMessages: 20_000,
}

export const desk: Group = {
  name: 'desk',
  title: 'The desk in a browser',
  notes: [
    'The built product in Chromium, drawn by software, with an administrator signed in. A list of 100,000 ' +
      'tickets of every state is scrolled by the wheel until thousands of rows lie behind it (`quick`: 2,000, else ' +
      '8,000), with its pages coming in; the limit is a list of as many rows of the same height in a bare page ' +
      'that shows a number in each and nothing else. Processor time is that of the page’s main thread, so that ' +
      'what else the machine does counts little; a frame at 60 a second has 16.7 ms.',
    'A push is a message of a customer whose ticket moves to the top of the list. A jump is a message of the ' +
      'thread that moved against the wheel, or away from what was on the screen a frame before. A thread is opened ' +
      'by a click on its row, and counts until its last message is painted: as the first in a page that has just ' +
      'been loaded, after another one was opened there, and in a page that knows the conversation.',
  ],
  async run(bench) {
    const { cluster, skip, say } = bench
    const launch = await chromiumForTests()
    const shellDist = join(repository, 'shell', 'dist')
    if (!launch || !existsSync(join(shellDist, 'index.html'))) {
      skip('the desk in a browser', launch ? 'the shell is not built' : 'there is no Chromium')
      return []
    }
    const database = await cluster.database('desk')
    const began = performance.now()
    await makeLists(database, world)
    await longConversation(database)
    say(
      `${world.bigTickets.toLocaleString('en-US')} tickets made in ` +
        `${Math.round((performance.now() - began) / 1_000)} s`,
    )
    const node = await startNode(cluster, database, { shellDist })
    const browser = await DeskBrowser.launch(launch, node.ready.port)
    try {
      return [
        ...(await listFigures(bench, database, browser, node.ready.port)),
        ...(await threadFigures(bench, browser)),
      ]
    } finally {
      await browser.close()
      await node.stop()
      await database.drop()
    }
  },
}
