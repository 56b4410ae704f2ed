import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { MeaningStanding } from '../meaning/standing.ts'
import { Article, ArticleDraft, ArticleLine, largestImport, mostImported } from './article.ts'

const reads = { kind: 'session', permission: 'knowledge.use' } as const
const manages = { kind: 'session', permission: 'knowledge.manage' } as const
const params = z.object({ id: z.uuid() })
const revision = z.int().min(1)

export const routes = {
  list: defineRoute({
    method: 'GET',
    path: '/articles',
    summary: 'Articles by title, with their categories; drafts for who may write them',
    access: reads,
    rate: 'read',
    query: z.object({
      title: z.string().max(200).default(''),
      category: z.string().max(60).optional(),
      afterTitle: z.string().max(200).optional(),
      afterId: z.uuid().optional(),
    }),
    response: z.object({ articles: z.array(ArticleLine), categories: z.array(z.string()), hasMore: z.boolean() }),
  }),
  read: defineRoute({
    method: 'GET',
    path: '/articles/:id',
    summary: 'An article with its text',
    access: reads,
    rate: 'read',
    params,
    response: Article,
    errors: ['ERR_NO_ARTICLE_FOUND'],
  }),
  create: defineRoute({
    method: 'POST',
    path: '/articles',
    summary: 'Writes an article',
    access: manages,
    rate: 'write',
    body: ArticleDraft,
    response: Article,
    errors: ['ERR_ARTICLE_EXISTS', 'ERR_ARTICLE_LIMIT'],
  }),
  importMany: defineRoute({
    method: 'POST',
    path: '/articles/import',
    summary: 'Writes several articles; those that are refused are named by their place, with the code',
    access: manages,
    rate: 'write',
    maxBody: largestImport,
    limitMs: 60_000,
    body: z.object({ articles: z.array(ArticleDraft).min(1).max(mostImported) }).strict(),
    response: z.object({ created: z.int(), refused: z.array(z.object({ at: z.int(), code: z.string() })) }),
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/articles/:id',
    summary: 'Replaces an article, unless somebody else has since it was read; the earlier text stays as a version',
    access: manages,
    rate: 'write',
    params,
    body: z.object({ revision, article: ArticleDraft }).strict(),
    response: Article,
    errors: ['ERR_NO_ARTICLE_FOUND', 'ERR_ARTICLE_EXISTS', 'ERR_ARTICLE_CHANGED'],
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/articles/:id',
    summary: 'Deletes an article with its versions',
    access: manages,
    rate: 'write',
    params,
    response: z.object({ message: z.string() }),
    errors: ['ERR_NO_ARTICLE_FOUND'],
  }),
  versions: defineRoute({
    method: 'GET',
    path: '/articles/:id/versions',
    summary: 'When an article was saved, and by whom, newest first',
    access: manages,
    rate: 'read',
    params,
    response: z.object({
      versions: z.array(
        z.object({ revision: z.int(), title: z.string(), savedAt: z.string(), savedBy: z.string().nullable() }),
      ),
    }),
    errors: ['ERR_NO_ARTICLE_FOUND'],
  }),
  version: defineRoute({
    method: 'GET',
    path: '/articles/:id/versions/:revision',
    summary: 'An article as it was saved',
    access: manages,
    rate: 'read',
    params: params.extend({ revision: z.coerce.number().int().min(1) }),
    response: z.object({ title: z.string(), body: z.string() }),
    errors: ['ERR_NO_ARTICLE_FOUND'],
  }),
  meaning: defineRoute({
    method: 'GET',
    path: '/meaning',
    summary: 'How far the search by meaning is: passages that have a vector, and why it waits',
    access: manages,
    rate: 'read',
    response: MeaningStanding,
  }),
  search: defineRoute({
    method: 'GET',
    path: '/search',
    summary: 'Passages of published articles, the best first',
    access: reads,
    rate: 'search',
    query: z.object({ query: z.string().trim().min(1).max(500) }),
    response: z.object({
      passages: z.array(z.object({ article: z.uuid(), title: z.string(), heading: z.string(), text: z.string() })),
    }),
  }),
}
