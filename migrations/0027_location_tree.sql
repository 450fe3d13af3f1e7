-- Locations are a tree of any depth. That it stays one holds even if the code is wrong and two branches move at once: whoever moves one
-- waits for the others of the organization, and looks only then.
CREATE INDEX locations_by_parent ON locations (parent_id) WHERE parent_id IS NOT NULL;

CREATE FUNCTION keep_tree() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS
  $$ BEGIN
    IF NEW.parent_id IS NULL THEN RETURN NEW; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('locations of ' || coalesce(NEW.organization_id, nobody()), 0));
    IF EXISTS (SELECT FROM locations parent
               WHERE parent.id = NEW.parent_id AND parent.organization_id IS NOT NULL
                 AND parent.organization_id IS DISTINCT FROM NEW.organization_id) THEN
      RAISE EXCEPTION 'a location lies in one of its own organization, or in one of all' USING ERRCODE = 'check_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND EXISTS (
      WITH RECURSIVE upwards AS (
        SELECT id, parent_id FROM locations WHERE id = NEW.parent_id
        UNION SELECT parent.id, parent.parent_id FROM locations parent JOIN upwards ON parent.id = upwards.parent_id
      )
      SELECT FROM upwards WHERE id = NEW.id
    ) THEN
      RAISE EXCEPTION 'a location cannot lie in itself' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END $$;
CREATE TRIGGER keep_tree BEFORE INSERT OR UPDATE OF parent_id, organization_id ON locations
  FOR EACH ROW EXECUTE FUNCTION keep_tree();
