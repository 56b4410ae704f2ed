-- What customers may read, as the help centre lists it: by language, category and title. Without it each page reads all
-- articles of the company, with their texts.
create index article_shown on plg_knowledge.article (tenant_id, language, category, lower(title), id)
 where is_published and audience = 'customers';
