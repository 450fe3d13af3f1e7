-- Tags are searched, too: a person who has set a tag looks for it. PostgreSQL 15 cannot change the expression of a generated column, so
-- the column is made anew, with all that 0045 has in it. searched_text joins the tags, because array_to_string is not immutable.
ALTER TABLE assets DROP COLUMN searched;
ALTER TABLE assets ADD COLUMN searched text GENERATED ALWAYS AS (searched_text(
  asset_id, name, manufacturer, model, serial_number, category,
  CASE WHEN tags <> '{}' THEN searched_text(VARIADIC tags) END,
  CASE WHEN attributes <> '[]' THEN attributes_text(attributes) END)) STORED;
