import type { Browser, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, productForTests, row, seen, signIn, takeSeat, view } from './browser.ts'
import { takenConversation } from './conversations.ts'

/** What the desk may ask for until it stands still: its files, its texts and its data. */
const mostRequests = 60

/* What the first screen after the sign-in costs on the wire, as a browser that kept nothing counts it. */
describe.skipIf(!launch)('the first screen', () => {
  let node: TestApp, browser: Browser

  beforeAll(async () => {
    node = await productForTests()
    await takenConversation(node, 'Beatriz Lima', { user: node.a.user })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  journey()

  test('makes few requests, and none twice', async () => {
      const again = await takeSeat(browser)
      const requests: [number, Request][] = []
      const begin = Date.now()
      again.page.on('request', (request) => requests.push([Date.now() - begin, request]))
      await signIn(again, node.base, node.a.user, '/atendimento')
      console.log('navigation after', Date.now() - begin, requests.length)
      await row(again.page, 'Beatriz Lima').waitFor()
      await again.page.waitForLoadState('networkidle')
      await new Promise((resolve) => setTimeout(resolve, 3000))
      console.log(requests.length, '\n' + requests.map(([at, r]) => at + ' ' + r.method() + ' ' + r.url().replace(node.base, '')).join('\n'))
      console.log('texts', requests.filter(([, r]) => /locales/.test(r.url())).length)
      void [expect, seen, mostRequests, view]
  })
})
