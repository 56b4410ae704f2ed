import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { launch, openBrowser } from './browser.ts'

test.skipIf(!launch)('what is not accessible is found in a page and in its frames of other origins', async () => {
  const documents: Record<string, string> = {
    '/': '<img src="logo.png"><button></button><iframe title="Chat"></iframe>',
    '/frame': '<p style="color:#bbb;background:#fff">Pale</p>',
  }
  const server = createServer(({ url = '' }, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(`<!doctype html><html lang="en"><title>Page</title><main>${documents[url] ?? ''}</main></html>`)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const browser = await openBrowser()
  try {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.evaluate(
      (address) => (document.querySelector('iframe')!.src = address),
      `http://localhost:${port}/frame`,
    )
    await page.frameLocator('iframe').getByText('Pale').waitFor()
    const found = await seriousViolations(page)
    expect(found.map(([rule]) => rule).sort()).toEqual(['button-name', 'color-contrast', 'image-alt'])
  } finally {
    await browser.close()
    server.close()
  }
})
