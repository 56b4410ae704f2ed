import type { CaptchaChallenge, CaptchaPurpose, CaptchaSolution } from '@recado/contracts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/* Requests a challenge as the page does, for tests. */

/** Iterations of a try where tests solve many challenges and none measures their cost. */
export const captchaIterations = 20

export const askedFor = async (base: string, purpose: CaptchaPurpose): Promise<CaptchaChallenge> =>
  (await (await fetch(`${base}/auth/challenge?purpose=${purpose}`)).json()) as CaptchaChallenge

export async function solutionOf({ challenge, target }: CaptchaChallenge): Promise<CaptchaSolution> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('the challenge was not solved in time')
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey }, position: target }
}

export const fieldOf = (solution: unknown): string => Buffer.from(JSON.stringify(solution)).toString('base64url')

/** The field `captcha`, solved. */
export const solved = async (base: string, purpose: CaptchaPurpose): Promise<string> =>
  fieldOf(await solutionOf(await askedFor(base, purpose)))

/** Signs in as a page does: solves the slider when it is asked for, and not before. */
export async function postLogin(base: string, body: object): Promise<Response> {
  const send = (all: object) =>
    fetch(`${base}/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(all),
    })
  const answer = await send(body)
  const { error } = (await answer.clone().json()) as { error?: string }
  return error === 'ERR_CAPTCHA_REQUIRED' ? send({ ...body, captcha: await solved(base, 'login') }) : answer
}
