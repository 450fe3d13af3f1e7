-- ISO/IEC 17025 7.8.1.1, 7.8.2.1 o: an organization may say that a second person reviews and authorizes each certificate. A calibration
-- counts from when it was recorded; its certificate waits for another member who has the right.
ALTER TABLE organizations
  ADD COLUMN release text NOT NULL DEFAULT 'automatic' CHECK (release IN ('automatic', 'second_person'));
ALTER TABLE memberships
  -- May authorize the release of certificates of other people's calibrations.
  ADD COLUMN may_release boolean NOT NULL DEFAULT false;

ALTER TABLE certificates
  -- As the organization had it when the calibration was recorded: who waits keeps waiting when the setting changes.
  ADD COLUMN release text NOT NULL DEFAULT 'automatic' CHECK (release IN ('automatic', 'second_person')),
  -- Why a reviewer returned it, and what was answered, in order: [{kind returned|answered, at, by {full_name, role}, text}].
  ADD COLUMN review jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(review) = 'array'),
  DROP CONSTRAINT certificates_state_check,
  ADD CONSTRAINT certificates_state_check CHECK (
    state IN ('pending', 'issued', 'failed', 'held', 'waiting_for_release', 'returned')),
  ADD CONSTRAINT certificates_release_state_check CHECK (
    CASE state
      WHEN 'waiting_for_release' THEN release = 'second_person' AND coalesce(review -> -1 ->> 'kind', 'answered') = 'answered'
      WHEN 'returned' THEN release = 'second_person' AND review -> -1 ->> 'kind' IS NOT DISTINCT FROM 'returned'
      ELSE release = 'second_person' OR review = '[]'
    END);

-- Two persons: nobody authorizes what they recorded. What an archive says of others is not judged here.
ALTER TABLE calibrations ADD CONSTRAINT calibrations_two_persons_check CHECK (
  reviewed_by <> recorded_by OR imported IS NOT NULL);

-- Who reviewed it is said once, and never changed.
CREATE OR REPLACE FUNCTION calibration_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE free text[] := ARRAY['voided_at', 'voided_by', 'voided_by_name', 'voided_by_role', 'void_reason',
                             'reviewed_at', 'reviewed_by', 'reviewed_by_name', 'reviewed_by_role', 'seq', 'searched'];
BEGIN
  IF TG_OP = 'DELETE' OR (to_jsonb(OLD) - free) IS DISTINCT FROM (to_jsonb(NEW) - free) THEN
    RAISE EXCEPTION 'a recorded calibration is never edited' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.reviewed_at IS NOT NULL AND (OLD.reviewed_at, OLD.reviewed_by, OLD.reviewed_by_name, OLD.reviewed_by_role)
     IS DISTINCT FROM (NEW.reviewed_at, NEW.reviewed_by, NEW.reviewed_by_name, NEW.reviewed_by_role) THEN
    RAISE EXCEPTION 'an authorized release is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION issued_certificate_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'issued' AND (to_jsonb(OLD) - 'seq') IS DISTINCT FROM (to_jsonb(NEW) - 'seq') THEN
    RAISE EXCEPTION 'an issued certificate is never replaced' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.kept_at IS NOT NULL AND (OLD.kept_at, OLD.kept_by, OLD.kept_reason) IS DISTINCT FROM (NEW.kept_at, NEW.kept_by, NEW.kept_reason) THEN
    RAISE EXCEPTION 'a decision about a held certificate is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.held_for IS DISTINCT FROM NEW.held_for THEN
    RAISE EXCEPTION 'what a certificate was held for is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.release <> NEW.release THEN
    RAISE EXCEPTION 'how a certificate is released is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.review IS DISTINCT FROM NEW.review AND OLD.review IS DISTINCT FROM
     (SELECT coalesce(jsonb_agg(said ORDER BY place), '[]') FROM jsonb_array_elements(NEW.review) WITH ORDINALITY AS r(said, place)
      WHERE place <= jsonb_array_length(OLD.review)) THEN
    RAISE EXCEPTION 'what was said in a review is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- Without its authorization, nothing that needs one is issued, whatever the program does.
CREATE FUNCTION release_is_authorized() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM calibrations c
                 WHERE c.id = NEW.calibration_id AND (c.reviewed_at IS NOT NULL OR c.imported IS NOT NULL)) THEN
    RAISE EXCEPTION 'a second person has not authorized this release' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER release_is_authorized BEFORE INSERT OR UPDATE ON certificates FOR EACH ROW
  WHEN (NEW.release = 'second_person' AND NEW.state IN ('pending', 'issued', 'failed'))
  EXECUTE FUNCTION release_is_authorized();

-- What waits for a person is few among many.
CREATE INDEX certificates_waiting ON certificates (organization_id) WHERE state IN ('waiting_for_release', 'returned');
