import { defineRoute } from '@recado/contracts'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { docsRoutes } from '../../core/src/http/docs.routes.ts'
import { listeningRig } from '../../core/src/http/http.rig.ts'
import { bindRoute, type BoundRoute } from '../../core/src/http/route.ts'
import { chromiumForTests } from '../harness/chromium.ts'

const options = await chromiumForTests()
let server: Awaited<ReturnType<typeof listeningRig>>
beforeAll(async () => {
  const weather = bindRoute(
    defineRoute({
      method: 'GET',
      path: '/p/weather/today',
      summary: 'The weather of today',
      access: { kind: 'session', permission: 'weather.read' },
      rate: 'read',
      response: z.object({ degrees: z.number() }),
    }),
    () => ({ degrees: 21 }),
  )
  const routes: BoundRoute[] = [{ ...weather, owner: 'weather' }]
  server = await listeningRig([])
  server.http.setRoutes([
    ...routes,
    ...docsRoutes({ routes: () => server.http.routes, version: '1.2.3', publicUrl: undefined }),
  ])
})
afterAll(() => server.close())

describe.runIf(options)('the API reference', () => {
  it('draws the mounted routes, plugins among them, and asks nobody else', async () => {
    const browser = await chromium.launch(options!)
    try {
      const page = await browser.newPage()
      const elsewhere: string[] = []
      const complaints: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(server.address) && !/^(data|blob):/.test(request.url()))
          elsewhere.push(request.url())
      })
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(`${server.address}/docs/`, { waitUntil: 'load' })
      await page.getByRole('heading', { name: 'The weather of today' }).first().waitFor()
      await page.getByText('/p/weather/today').first().waitFor()
      await page.evaluate(() =>
        document.fonts.ready.then(
          () =>
            new Promise((settled) => {
              requestIdleCallback(settled)
            }),
        ),
      )
      expect(elsewhere).toEqual([])
      expect(complaints).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
