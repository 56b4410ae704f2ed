import type { SimulatorAnswer } from '@recado/sdk/testing/simulator'
import type { SimulatedAnswer, SimulatedTool, SimulatedTurn } from './behaviour.ts'

/* Google's protocol, in terms of the other one: what is asked, what is answered, and refusals. */

interface GooglePart {
  readonly text?: string
  readonly functionResponse?: { readonly response?: unknown }
}
export interface GoogleBody {
  readonly systemInstruction?: { readonly parts?: readonly GooglePart[] }
  readonly contents?: readonly { readonly role?: string; readonly parts?: readonly GooglePart[] }[]
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[]
}

const textOf = (parts: readonly GooglePart[] = []): string =>
  parts
    .map(({ text, functionResponse }) => text ?? (functionResponse ? JSON.stringify(functionResponse.response) : ''))
    .join('\n')

/** What was asked, as it is asked by OpenAI's protocol. */
export const askedOf = (
  model: string,
  { systemInstruction, contents = [], tools = [] }: GoogleBody,
): { model: string; messages: SimulatedTurn[]; tools: SimulatedTool[] } => ({
  model,
  messages: [
    ...(systemInstruction ? [{ role: 'system', content: textOf(systemInstruction.parts) }] : []),
    ...contents.map(({ role, parts }) => ({ role: role === 'model' ? 'assistant' : 'user', content: textOf(parts) })),
  ],
  tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map((told) => ({ function: told }))),
})

/** Answers in pieces, the last one with its reason and what it cost. */
export function generatedOf(model: string, { text, calls }: SimulatedAnswer, inPieces: boolean): object[] {
  const pieces = inPieces ? (text.match(/\S+\s*|\s+/g) ?? []) : text === '' ? [] : [text]
  const tokens = Math.ceil(text.length / 4)
  return [
    ...pieces.map((piece) => ({ candidates: [{ content: { role: 'model', parts: [{ text: piece }] } }] })),
    {
      candidates: [
        {
          content: {
            role: 'model',
            parts: calls.map(({ name, arguments: args }) => ({ functionCall: { name, args } })),
          },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: tokens, candidatesTokenCount: tokens },
      modelVersion: model,
    },
  ]
}

/** One answer of several pieces. */
export function wholeOf(pieces: readonly object[]): object {
  const parts = pieces.flatMap(
    (piece) => (piece as { candidates: { content: { parts: object[] } }[] }).candidates[0]!.content.parts,
  )
  const last = pieces.at(-1) as { candidates: object[] }
  return { ...last, candidates: [{ ...last.candidates[0], content: { role: 'model', parts } }] }
}

/** A refusal in its form. */
export const googleRefusal = (code: number, message: string, status: string): SimulatorAnswer => ({
  status: code,
  body: { error: { code, message, status } },
})
