-- Facets of whole lists: a sample of a category, subcategory or seller is the beginning of an index

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- facets_of() writes the category first, the subcategory second and the seller third.
create index product_facet_category_place on product_facet ((facets[1]), place);
create index product_facet_sub_place on product_facet ((facets[2]), place);
