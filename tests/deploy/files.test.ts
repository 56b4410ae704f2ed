import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { Environment } from '../../core/src/base/config.ts'

/* The files of deploy, as they are: no image is built and no chart is rendered here. */

const deploy = join(import.meta.dirname, '..', '..', 'deploy')
const read = (path: string): string => readFileSync(join(deploy, path), 'utf8')
const templates = readdirSync(join(deploy, 'chart/templates')).map((name) => read(`chart/templates/${name}`))
const values = parse(read('chart/values.yaml')) as Record<string, unknown>
const schema = JSON.parse(read('chart/values.schema.json')) as z.core.JSONSchema.JSONSchema
const known = new Set(Object.keys(Environment.shape))
const fits = (change: object): boolean => z.fromJSONSchema(schema).safeParse({ ...values, ...change }).success
const filled = {
  image: { repository: 'registry.example.com/recado', tag: '1' },
  publicUrl: 'https://atendimento.example.com',
  existingSecret: 'recado',
}

describe('the chart', () => {
  it('takes its values once what has no default is filled in', () => {
    expect(fits({})).toBe(false)
    expect(fits(filled)).toBe(true)
    expect(fits({ ...filled, replicas: 0 })).toBe(false)
    expect(fits({ ...filled, publicUrl: 'atendimento.example.com' })).toBe(false)
    expect(fits({ ...filled, replicaCount: 2 })).toBe(false)
  })

  it('uses values that there are', () => {
    const paths = templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path!))
    const isThere = (path: string): boolean =>
      path
        .split('.')
        .reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], values) !== undefined
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  })

  it('gives nodes variables that there are, and opens and closes as many blocks', () => {
    const names = templates.flatMap((text) =>
      [...text.matchAll(/- \{ name: ([A-Z][A-Z0-9_]+),/g)].map(([, name]) => name!),
    )
    expect(names).toContain('S3_BUCKET')
    expect(names.filter((name) => !known.has(name))).toEqual([])
    for (const text of templates) {
      const opened = text.match(/\{\{-? *(if|with|range|define) /g) ?? []
      expect(text.match(/\{\{-? *end *-?\}\}/g) ?? []).toHaveLength(opened.length)
    }
  })
})

it('the composition gives the node variables and secrets that there are', () => {
  const { services, secrets, volumes } = parse(read('compose.yaml')) as {
    services: Record<string, { environment?: object; secrets?: ({ source: string; target: string } | string)[] }>
    secrets: object
    volumes: object
  }
  expect(Object.keys(services).toSorted()).toEqual(['nats', 'postgres', 'recado'])
  expect(Object.keys(volumes)).toHaveLength(3)
  const used = Object.values(services).flatMap((service) => service.secrets ?? [])
  expect(new Set(used.map((one) => (typeof one === 'string' ? one : one.source)))).toEqual(
    new Set(Object.keys(secrets)),
  )
  const given = used.flatMap((one) => (typeof one === 'string' ? [] : [one.target]))
  const started = /for name in ([A-Z0-9_ ]+); do/.exec(read('start'))![1]!.split(' ')
  expect(started).toEqual(expect.arrayContaining(given))
  expect([...started, ...Object.keys(services['recado']!.environment!)].filter((name) => !known.has(name))).toEqual([])
})

it('the image is made by the steps, and so is the file system without a base image', () => {
  const runs = [...read('Containerfile').matchAll(/^RUN (.*)$/gm)].map(([, command]) => command!)
  expect(runs).toEqual(['recado-steps tools', 'recado-steps build', 'recado-steps runtime'])
  const steps = [...read('build-rootfs').matchAll(/^step "\$\w+" (\w+)$/gm)].map(([, step]) => `recado-steps ${step}`)
  expect(steps).toEqual(runs)
})

it('the scripts are scripts', () => {
  const complaint = (shell: string, name: string) => spawnSync(shell, ['-n', join(deploy, name)]).stderr.toString()
  for (const name of ['steps', 'start', 'healthy']) expect(complaint('sh', name)).toBe('')
  expect(complaint('bash', 'build-rootfs')).toBe('')
})
