-- An article has some hundred words. A check of the article and an entry of another index for each of them took half of
-- the time of a save. Words come and go with the passages that hold them, in the same transaction (`index-article.ts`).
alter table plg_knowledge.word drop constraint word_tenant_id_article_id_fkey;
drop index plg_knowledge.word_article;
