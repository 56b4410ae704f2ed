import { expect, test } from 'vitest'
import { webhookEvents, webhookEventTypes } from '../../core/contracts/src/index.ts'
import { webhookExamples } from '../../scripts/reference/webhook-examples.ts'
import { webhooks } from '../../scripts/reference/webhooks.ts'

test.each(webhookEventTypes)('the example of %s is what its schema says, and in the reference', (type) => {
  expect(webhookEvents[type].strict().parse(webhookExamples[type])).toEqual(webhookExamples[type])
  expect(webhooks()).toContain(`## \`${type}\``)
})
