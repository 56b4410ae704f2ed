import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pluginConformance, testHost } from '@recado/sdk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import plugin from '../../docs/examples/own-models/src/server.ts'

const folder = join(import.meta.dirname, '../../docs/examples/own-models')
const settings = { llama: 'http://llama.example/', whisper: 'http://whisper.example/' }
pluginConformance(plugin, { folder, settings })

/** What both servers were asked, and how they answer. */
const asked: { path: string; body: string }[] = []
let status = 200
let streamed = ''
const answers: Readonly<Record<string, object>> = {
  '/completion': { content: ' Chega amanhã. ', stop_type: 'limit', tokens_evaluated: 9, tokens_predicted: 4 },
  '/inference': { text: ' quero um bolo\n' },
}
const server: Server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString('latin1')))
  request.on('end', () => {
    asked.push({ path: request.url!, body })
    if (body.includes('"stream":true')) return void response.end(streamed)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answers[request.url!]))
  })
})
const hosts: Record<string, string> = {}
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const host of ['llama.example', 'whisper.example']) hosts[host] = here
})
afterAll(() => {
  server.close()
})
const host = testHost({ plugin, folder, settings, hosts })

describe('the plugin of the guide to models', () => {
  it('completes, by the protocol of llama.cpp', async () => {
    const turns = [
      { role: 'system', text: 'Seja breve.' },
      { role: 'user', text: 'Quando chega?' },
    ] as const
    expect(await host.a.serve('model.complete', { purpose: 'agent', turns: [...turns], maxTokens: 4 })).toEqual({
      text: 'Chega amanhã.',
      calls: [],
      model: 'llama.cpp',
      cut: true,
      tokens: { input: 9, output: 4 },
    })
    expect(JSON.parse(asked.at(-1)!.body)).toMatchObject({
      prompt: 'system: Seja breve.\nuser: Quando chega?\nassistant: ',
      n_predict: 4,
    })
  })

  it('tells the answer in pieces, and one that is cut is none', async () => {
    const said = (event: object): string => `data: ${JSON.stringify(event)}\n\n`
    const input = { purpose: 'rewrite', turns: [{ role: 'user' as const, text: 'Quando?' }] }
    const begun = said({ content: 'Chega ', stop_type: 'none' })
    const end = { content: '', stop_type: 'eos', tokens_evaluated: 5, tokens_predicted: 2 }
    streamed = begun + said({ content: 'amanhã.' }) + said(end)
    const pieces: string[] = []
    const onPiece = (piece: string): void => void pieces.push(piece)
    expect(await host.a.serve('modelStream.complete', input, { onPiece })).toEqual({
      text: 'Chega amanhã.',
      calls: [],
      model: 'llama.cpp',
      cut: false,
      tokens: { input: 5, output: 2 },
    })
    expect(pieces.join('|')).toBe('Chega |amanhã.|')
    streamed = begun
    await expect(host.a.serve('modelStream.complete', input)).rejects.toThrow('cut')
  })

  it('writes recordings out, by the protocol of whisper.cpp', async () => {
    const audio = new Uint8Array(Buffer.from('OggS and more'))
    const input = { purpose: 'transcription', audio, name: 'voice.ogg', mime: 'audio/ogg' }
    expect(await host.a.serve('transcription.transcribe', input)).toEqual({
      text: 'quero um bolo',
      language: null,
      model: 'whisper.cpp',
    })
    expect(asked.at(-1)!.path).toBe('/inference')
    expect(asked.at(-1)!.body).toContain('OggS and more')
    status = 503
    await expect(host.a.serve('transcription.transcribe', input)).rejects.toThrow('503')
    status = 200
  })

  it('says nothing of what it does not do', async () => {
    await expect(host.a.serve('speech.speak', { purpose: 'speech', text: 'Oi' })).rejects.toThrow('does not provide')
  })
})
