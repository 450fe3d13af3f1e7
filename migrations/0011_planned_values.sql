-- The planned value of a point, by which repeats are declared (metrology README, "Which scatter counts"). Points of before have none:
-- their requests carry no format number either, and mean what they meant.
ALTER TABLE calibration_points ADD COLUMN nominal double precision;
