import * as z from 'zod'
import { defineTool, ToolRefusal } from '../protocol/tool.ts'

export const searchKnowledge = defineTool({
  name: 'search_knowledge',
  title: 'Search the knowledge base',
  description: 'Passages of the company’s own articles that have to do with a question, the best first.',
  needs: ['mcp.read'],
  effect: 'reads',
  input: z.strictObject({
    question: z.string().trim().min(1).max(2_000),
    audience: z
      .enum(['team', 'customers'])
      .default('team')
      .meta({ description: 'customers: only what may be told to them. Use it for what goes into a reply.' }),
    limit: z.int().min(1).max(20).default(5),
  }),
  output: z.object({
    passages: z.array(z.object({ article: z.string(), title: z.string(), heading: z.string(), text: z.string() })),
  }),
  isOffered: async ({ core }) => (await core.services.providers('knowledge')).length > 0,
  async run({ question, audience, limit }, { core }) {
    const answer = await core.services.call('knowledge.search', { query: question, audience, limit })
    if (!answer) throw new ToolRefusal('The company has no knowledge base.')
    return answer
  },
})
