import * as z from 'zod'
import { defineTool } from '../protocol/tool.ts'

const none = z.strictObject({})
const Named = z.object({ id: z.string(), name: z.string(), active: z.boolean() })

export const listQueues = defineTool({
  name: 'list_queues',
  title: 'List queues',
  description: 'Queues of the company, by name.',
  needs: ['mcp.read', 'queues.read'],
  effect: 'reads',
  input: none,
  output: z.object({ queues: z.array(Named) }),
  async run(_input, { core }) {
    const queues = await core.queues.list()
    return { queues: queues.map(({ id, queue, isActive }) => ({ id, name: queue, active: isActive })) }
  },
})

export const listTags = defineTool({
  name: 'list_tags',
  title: 'List tags',
  description: 'Tags of the company, by name. Inactive ones cannot be added.',
  needs: ['mcp.read', 'tags.read'],
  effect: 'reads',
  input: none,
  output: z.object({ tags: z.array(Named) }),
  async run(_input, { core }) {
    const tags = await core.tags.list()
    return { tags: tags.map(({ id, tag, isActive }) => ({ id, name: tag, active: isActive })) }
  },
})
