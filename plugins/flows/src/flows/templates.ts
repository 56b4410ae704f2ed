import { Refusal, type ApprovedTemplate, type CorePorts, type ServiceInput } from '@recado/sdk'
import type { TemplateOffer } from './flow.ts'

/** Approved templates of all plugins that provide some; one that is broken has none. */
export async function approvedTemplates(
  query: ServiceInput<'templates.list'>,
  services: CorePorts['services'],
): Promise<ApprovedTemplate[]> {
  const providers = await services.providers('templates')
  const answers = await Promise.all(
    providers.map(({ plugin: provider }) =>
      services.call('templates.list', query, { provider }).catch((error: unknown) => {
        if (Refusal.is(error)) return undefined
        throw error
      }),
    ),
  )
  return answers.flatMap((answer) => answer?.templates ?? [])
}

/** Each once: those that several connections have stand there with the names of these. */
export function offeredOf(templates: readonly ApprovedTemplate[]): TemplateOffer {
  const byKey = new Map<string, TemplateOffer['templates'][number]>()
  for (const { name, language, text, fields, connection } of templates) {
    const key = `${language} ${name}`
    const known = byKey.get(key)
    if (known) known.connections.push(connection)
    else byKey.set(key, { name, language, text, fields: [...fields], connections: [connection] })
  }
  return { templates: [...byKey.values()] }
}
