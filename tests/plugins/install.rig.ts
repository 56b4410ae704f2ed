import type { ErrorBody, PluginInfo, PluginInspection } from '@recado/contracts'
import type { Answer, Person, TestApp } from '../harness/app.ts'
import type { TestUser } from '../harness/tenants.ts'

/** Makes an account a master of the installation and signs it in. */
export async function masterOf(node: TestApp, user: TestUser): Promise<Person> {
  await node.database.owner`update core.user_account set is_master = true where id = ${user.id}`
  return node.signIn(user)
}

export function upload(person: Person, bytes: Uint8Array): Promise<Answer<PluginInspection & ErrorBody>> {
  const form = new FormData()
  form.set('package', new Blob([new Uint8Array(bytes)]), 'plugin.recado.tgz')
  return person.call('POST', '/plugins/installations', form)
}

/** The inspection of an archive, or an error with what was answered instead. */
export async function inspected(person: Person, bytes: Uint8Array): Promise<PluginInspection> {
  const { status, body } = await upload(person, bytes)
  if (status !== 201) throw new Error(`the archive was answered with ${status} ${JSON.stringify(body)}`)
  return body
}

/** Installs an archive, accepting whatever its concerns are. */
export async function install(person: Person, bytes: Uint8Array): Promise<PluginInfo> {
  const { id } = await inspected(person, bytes)
  return person.ok('POST', `/plugins/installations/${id}/confirm`, { acceptUnsigned: true })
}

export const enable = (person: Person, plugin: string): Promise<PluginInfo> =>
  person.ok('PUT', `/api/plugins/${plugin}`, { enabled: true })
export async function infoOf(person: Person, plugin: string): Promise<PluginInfo | undefined> {
  return (await person.ok<{ plugins: PluginInfo[] }>('GET', '/api/plugins')).plugins.find(({ id }) => id === plugin)
}
