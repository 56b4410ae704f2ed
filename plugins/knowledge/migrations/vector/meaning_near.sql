-- Signs by how many of them differ, for companies with more passages than a node compares by itself. Shorter vectors
-- are filled up with zeros, as those of a question are, which differ in nothing.
create index concurrently meaning_near on plg_knowledge.meaning using hnsw ((signs::bit(768)) bit_hamming_ops);
